// Runs one probe of attacks.mjs as a capability would: input {probe, to}, output {evidence, error}.
import { createInterface } from "node:readline";
import { PROBES } from "./attacks.mjs";

const { stdout } = process;
const write = stdout.write.bind(stdout);
const toJson = JSON.stringify;
for await (const line of createInterface({ input: process.stdin })) {
  const { probe, to } = JSON.parse(line).input;
  let output;
  try {
    const evidence = await PROBES[probe](to);
    output = { evidence: evidence ?? null, error: null };
  } catch (error) {
    output = { evidence: null, error: String(error.code ?? error.message) };
  }
  write(`${toJson({ __frame__: "result", output })}\n`, () => process.exit(0));
}
