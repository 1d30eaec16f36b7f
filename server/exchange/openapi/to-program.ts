import { type ExactObject, toJsonText } from "#server/exchange/exact-json";
import type { Operation } from "./find-operations";
import type { SentParameter } from "./to-input";

export type ProgramRequest = {
  operation: Operation;
  sent: readonly SentParameter[];
  body: string | null;
  security: readonly string[];
  server: string;
};

const PLACES = new Set(["path", "query", "header"]);

/** Only what `style: simple` and `form`, the defaults, write is written by the program. */
function isPlain(parameter: ExactObject): boolean {
  const isDefault = parameter.style === undefined || parameter.style === "simple" || parameter.style === "form";
  const isList = parameter.collectionFormat === undefined || parameter.collectionFormat === "multi";
  return isDefault && isList && parameter.explode !== false && parameter.content === undefined;
}

/** Why there is no program for an operation; undefined when there is one. */
function findObstacle({ operation, sent, body, security, server }: ProgramRequest): string | undefined {
  if (operation.method !== "get") return "http_client only reads: GET and HEAD";
  if (security.length > 0) return "it needs credentials, which no host service holds";
  if (!/^https?:\/\/[^{]+$/.test(server)) return "the document names no whole address of a server";
  if (body !== null || sent.some(({ in: place }) => !PLACES.has(place)))
    return "it sends more than path, query and headers";
  return operation.parameters.every(isPlain) ? undefined : "a parameter is written in an uncommon style";
}

/**
 * A program for an operation that only reads, or why there is none: GET by the host service http_client, without
 * credentials, parameters in path, query and headers in their default style. It answers `{status, body}`, and a `problem`
 * where the request was refused or failed.
 */
export function toProgram(request: ProgramRequest): { program: string } | { obstacle: string } {
  const obstacle = findObstacle(request);
  if (obstacle !== undefined) return { obstacle };
  const { operation, sent, server } = request;
  const constants = toJsonText({ server: server.replace(/\/$/, ""), path: operation.path, parameters: [...sent] });
  return { program: PROGRAM.replace("REQUEST_OBJECT", () => constants) };
}

const PROGRAM = `import { runJob } from "./frames.mjs";

/** Where each property of the input goes; \`as\` is its name there when it differs. */
const REQUEST = REQUEST_OBJECT;

/** A list is written as its items with commas in a path and a header. */
function toText(value) {
  return Array.isArray(value) ? value.map(String).join(",") : String(value);
}

function toUrl(input) {
  let path = REQUEST.path;
  const query = new URLSearchParams();
  for (const parameter of REQUEST.parameters) {
    const value = input[parameter.property];
    const name = parameter.as ?? parameter.property;
    if (parameter.in === "path") path = path.replaceAll(\`{\${name}}\`, encodeURIComponent(toText(value ?? "")));
    if (parameter.in !== "query" || value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
  }
  const text = query.toString();
  return REQUEST.server + path + (text === "" ? "" : \`?\${text}\`);
}

function toHeaders(input) {
  const headers = { accept: "application/json" };
  for (const parameter of REQUEST.parameters) {
    const value = input[parameter.property];
    if (parameter.in === "header" && value !== undefined) headers[parameter.as ?? parameter.property] = toText(value);
  }
  return headers;
}

function readBody(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** True when a value would climb in the path: "." and ".." are steps there, whatever stands around them. */
function hasStep(url) {
  return url.split(/[?#]/)[0].split("/").some((part) => part === "." || part === "..");
}

await runJob(async (input, host) => {
  const request = { url: toUrl(input), headers: toHeaders(input) };
  if (hasStep(request.url)) return { problem: 'A value of the path must not be "." or "..".' };
  const answer = await host.callService("http_client", "request", request);
  if (!answer.ok) return { problem: answer.error };
  const { status, body } = answer.data;
  const output = { status, body: readBody(body) };
  if (status >= 200 && status < 300) return output;
  return { ...output, problem: \`The server answered \${status}.\` };
});
`;
