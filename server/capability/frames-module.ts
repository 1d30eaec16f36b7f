/**
 * The module by which a capability's program talks to the host, as every shipped capability carries it (a test holds the two
 * equal): a new capability begins with the same bytes in its own folder.
 */
export const FRAMES_MODULE = `/**
 * Talks to the host: one JSON object a line, each with \`__frame__\` (docs/capabilities.md). Stdout belongs to frames;
 * log with console.error. Every shipped capability carries this same file, because a capability is self-contained.
 */

/** Splits on "\\n" only: JSON may hold U+2028, which node:readline would take for the end of a line. */
async function* readFrames() {
  process.stdin.setEncoding("utf8");
  let parts = [];
  for await (const chunk of process.stdin) {
    const pieces = chunk.split("\\n");
    const last = pieces.pop();
    for (const piece of pieces) {
      parts.push(piece);
      yield JSON.parse(parts.join(""));
      parts = [];
    }
    parts.push(last);
  }
}

function writeFrame(frame) {
  process.stdout.write(\`\${JSON.stringify(frame)}\\n\`);
}

/**
 * Reads the job, runs \`work(input, host)\` and writes its output as the result. A throw is a defect of this code: it ends
 * the process with a non-zero code. What is wrong with the input belongs into the output, as \`problem\`.
 *
 * host.callStep(stepId, input) asks the llm step of that id; host.callService(service, method, input) asks a service that
 * the contract requires. Both answer {ok: true, data} or {ok: false, error} and are called one after another.
 */
export async function runJob(work) {
  const frames = readFrames();
  const job = (await frames.next()).value;
  if (job?.__frame__ !== "job") throw new Error("The first frame must be the job.");

  let calls = 0;
  async function ask(frame) {
    calls += 1;
    writeFrame({ __frame__: "rpc", id: \`call-\${calls}\`, ...frame });
    const answer = (await frames.next()).value;
    if (answer?.__frame__ !== "rpc_result") throw new Error("The host closed the pipe before it answered.");
    return answer;
  }

  const output = await work(job.input, {
    callStep: (stepId, input) => ask({ prompt_id: stepId, input }),
    callService: (service, method, input) => ask({ service, method, input }),
  });
  writeFrame({ __frame__: "result", output });
  await frames.return();
}
`;
