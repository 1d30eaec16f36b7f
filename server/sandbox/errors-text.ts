import type { SandboxErrorCode } from "./outcome";

type ErrorText = { message: string; next: string };

/**
 * What each sandbox code means and what the author of a capability does about it. `{detail}` is filled with the
 * particulars; the whole table is the one source for screens, the CLI and docs (sandbox.md 5, "Errors").
 */
const ERROR_TEXTS: Record<SandboxErrorCode, ErrorText> = {
  E_SPAWN: {
    message: "The sandbox could not be started{detail}.",
    next: "Run `npx capstan doctor`; it tests the sandbox again and names what is missing.",
  },
  E_SANDBOX_LEVEL: {
    message: "This machine cannot separate this code well enough{detail}.",
    next: "Raise the sandbox level: `apt-get install bubblewrap` on Linux, else `npx capstan runtime install`.",
  },
  E_SNAPSHOT_SYMLINK: {
    message: "A symbolic link is in the capability's folder{detail}.",
    next: "Replace it by the file itself: links could lead the code out of its folder.",
  },
  E_SNAPSHOT_HARDLINK: {
    message: "A file of the capability has a second name elsewhere (a hard link){detail}.",
    next: "Replace it by a copy: `cp file file.new && mv file.new file`.",
  },
  E_SNAPSHOT_TYPE: {
    message: "The capability's folder holds something that is not a plain file or folder{detail}.",
    next: "Remove sockets, pipes, devices, `.node` addons and `node_modules`; code may use Node's own modules only.",
  },
  E_SNAPSHOT_SIZE: {
    message: "The capability's folder is too large{detail}.",
    next: "Keep it to at most 200 files and 5 MiB; large data comes in through the input.",
  },
  E_SNAPSHOT_NAME: {
    message: "A file name of the capability cannot be used{detail}.",
    next: "Use letters, digits, dot, hyphen and underscore only, in every part of the path.",
  },
  E_PROMPT_PATH: {
    message: "A prompt's path leads out of the capability's folder or to no file{detail}.",
    next: "Name a file inside the folder, such as `prompts/triage.md`.",
  },
  E_START_TIMEOUT: {
    message: "The code's process gave no sign of life{detail}.",
    next: "Try again; when it happens again, the machine is overloaded or Node cannot start: run `npx capstan doctor`.",
  },
  E_TIMEOUT: {
    message: "The code did not answer in time{detail}.",
    next: "Look for a loop or a promise that never ends, or raise `limits.timeout_ms` in CAPABILITY.yaml.",
  },
  E_CANCELLED: {
    message: "The execution was cancelled{detail}.",
    next: "Nothing is left running. Start it again when you want its answer.",
  },
  E_OOM: {
    message: "The code used more memory than it may{detail}.",
    next: "Read the input in parts instead of keeping all of it; the limits are 256 MiB of heap and 512 MiB in all.",
  },
  E_KILLED: {
    message: "The code's process was ended by a signal{detail}.",
    next: "Look at its log: `process.abort()`, a crash of Node, or someone killing the process does this.",
  },
  E_EXIT_NONZERO: {
    message: "The code ended with an error{detail}.",
    next: "Read the error in the log below; the line numbers are those of your file.",
  },
  E_EXIT_NO_RESULT: {
    message: "The code ended without a result{detail}.",
    next: 'Write one line {"__frame__": "result", "output": ...} to stdout before it ends, and await every promise.',
  },
  E_STDOUT_LIMIT: {
    message: "The code wrote too much to stdout{detail}.",
    next: "Write frames only, and log by console.error.",
  },
  E_FRAME_TOO_BIG: {
    message: "A frame is larger than it may be{detail}.",
    next: "Return less, or raise `limits.max_output_bytes` in CAPABILITY.yaml for the result.",
  },
  E_FRAME_LIMIT: {
    message: "The code wrote too many lines to stdout{detail}.",
    next: "Write frames only, and log by console.error.",
  },
  E_FRAME_NOT_JSON: {
    message: "A line on stdout is not JSON{detail}.",
    next: "Keep stdout for frames: log by console.error, and end each frame with a line feed.",
  },
  E_FRAME_ENCODING: {
    message: "A line on stdout is not plain UTF-8 text{detail}.",
    next: "Write frames by JSON.stringify, and return binary data as base64.",
  },
  E_FRAME_SHAPE: {
    message: "A frame has the wrong shape{detail}.",
    next: "A frame is a JSON object whose __frame__ is rpc or result; docs/sandbox.md shows both.",
  },
  E_FRAME_DEPTH: {
    message: "A frame is nested too deeply{detail}.",
    next: "Return a flatter value; 64 levels are allowed.",
  },
  E_FRAME_FORBIDDEN_KEY: {
    message: "A frame has a key that is not allowed{detail}.",
    next: "Rename the key: __proto__, constructor and prototype are refused everywhere.",
  },
  E_FRAME_UNKNOWN: {
    message: "A line on stdout is no frame that the host knows{detail}.",
    next: "Set __frame__ to rpc or result; log anything else by console.error.",
  },
  E_FRAME_EARLY: {
    message: "The code wrote to stdout before it was given its job{detail}.",
    next: "Read the job frame from stdin first.",
  },
  E_RESULT_MISSING_OUTPUT: {
    message: "The result frame has no output{detail}.",
    next: "Give it an `output`; JSON.stringify leaves out a key whose value is undefined, so return null instead.",
  },
  E_INPUT_SCHEMA: {
    message: "The input does not fit the capability's input schema{detail}.",
    next: "Correct the input at the named place, or the schema in CAPABILITY.yaml.",
  },
  E_OUTPUT_SCHEMA: {
    message: "The output does not fit the capability's output schema{detail}.",
    next: "Correct the code at the named place, or the schema in CAPABILITY.yaml.",
  },
  E_DUPLICATE_RESULT: {
    message: "The code sent a second result{detail}.",
    next: "Send exactly one result frame, last.",
  },
  E_AFTER_RESULT: {
    message: "The code wrote to stdout after its result{detail}.",
    next: "Send the result last, after every model call and service call has been answered.",
  },
  E_RPC_ID: {
    message: "A call of the code has no usable id{detail}.",
    next: "Give every rpc frame an id of its own: a string of 1 to 128 characters, or a number.",
  },
  E_RPC_LIMIT: {
    message: "The code called host services too often{detail}.",
    next: "Ask for more in one call, and keep answers you already have.",
  },
  E_RPC_PROMPT: {
    message: "The code asked for a model step that the contract does not declare{detail}.",
    next: "Set prompt_id to the id of a step of kind llm in CAPABILITY.yaml.",
  },
  E_RPC_FLIGHT: {
    message: "The code has too many calls waiting for an answer{detail}.",
    next: "Await answers before asking more; 4 calls may wait at once.",
  },
};

/** The sentence for a person and what to do next; `detail` is put into the sentence after a colon. */
export function toErrorText(code: SandboxErrorCode, detail?: string): ErrorText {
  const text = ERROR_TEXTS[code];
  const particulars = detail === undefined || detail === "" ? "" : `: ${detail.replace(/\.$/, "")}`;
  return { message: text.message.replace("{detail}", () => particulars), next: text.next };
}
