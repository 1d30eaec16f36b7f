import { AppError } from "#server/errors";
import type { AcceptedTool, McpServerSetting } from "#server/mcp/client/mcp-servers";
import type { McpServerInput } from "./preferences";

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Names of variables whose values are kept out of everything that is stored or logged. */
const SECRET_NAME = /key|token|secret|passw|pwd|auth|credential|cookie|dsn|_pat$/i;

/** Whether two settings start the same program in the same way. */
function isSameProgram(a: McpServerSetting, b: McpServerSetting): boolean {
  return JSON.stringify([a.command, a.args, a.env]) === JSON.stringify([b.command, b.args, b.env]);
}

function refuse(message: string, next: string): never {
  throw new AppError("bad_input", message, { next });
}

function assertPlain({ name, command, args, env }: McpServerInput): void {
  if (!NAME.test(name)) {
    refuse(`"${name}" is no name for a server.`, "Use 1 to 32 lower-case letters, digits and -, such as files.");
  }
  if (command.trim() === "") refuse("The command is empty.", "Give the program to start, such as npx.");
  if ([command, ...args, ...Object.values(env)].some((text) => text?.includes("\0"))) {
    refuse("A program cannot be given a NUL character.", "Take it out of the command, arguments or values.");
  }
  const wrong = Object.keys(env).find((key) => !VARIABLE.test(key));
  if (wrong !== undefined) refuse(`"${wrong}" is no name for a variable.`, "Use letters, digits and _.");
}

/** Values as they shall be stored; null keeps the one before, which stays with the program it was given for. */
function toEnv({ command, args, env }: McpServerInput, before: McpServerSetting | undefined): Record<string, string> {
  const isSame = before?.command === command && JSON.stringify(before.args) === JSON.stringify(args);
  return Object.fromEntries(
    Object.entries(env).map(([key, value]): [string, string] => {
      if (value !== null) return [key, value];
      const kept = before?.env[key];
      if (kept !== undefined && isSame) return [key, kept];
      const why =
        kept === undefined ? "no value is stored for it" : "a stored value stays with the program it was given for";
      return refuse(`${key} needs a value: ${why}.`, `Write ${key}= and the value.`);
    }),
  );
}

/**
 * The list with this server in it, added or in the place of the one of its name. Saving is trusting: what it offers at its next
 * connection counts as accepted. Throws bad_input.
 */
export function withServer(
  servers: readonly McpServerSetting[],
  input: McpServerInput,
  by: string,
): McpServerSetting[] {
  assertPlain(input);
  const before = servers.find(({ name }) => name === input.name);
  const { name, command, args } = input;
  const saved: McpServerSetting = { name, command, args, env: toEnv(input, before), savedBy: by, accepted: null };
  // It goes on running as it is, with what was accepted of it.
  if (before && isSameProgram(before, saved)) return [...servers];
  return before ? servers.map((server) => (server === before ? saved : server)) : [...servers, saved];
}

/** The list without the server. Throws not_found. */
export function withoutServer(servers: readonly McpServerSetting[], name: string): McpServerSetting[] {
  const left = servers.filter((server) => server.name !== name);
  if (left.length < servers.length) return left;
  throw new AppError("not_found", `There is no MCP server ${name}.`, { next: "See the list in Settings." });
}

/** The list with what was accepted of one of its servers; as it is when that setting is no longer in it. */
export function withAccepted(
  servers: readonly McpServerSetting[],
  setting: McpServerSetting,
  accepted: readonly AcceptedTool[],
): { servers: McpServerSetting[]; stored: McpServerSetting } {
  const stored = { ...setting, accepted };
  const isHeld = servers.includes(setting);
  return {
    servers: servers.map((server) => (server === setting ? stored : server)),
    stored: isHeld ? stored : setting,
  };
}

/** What the audit log keeps of the servers: no value of a variable. */
export function toAudited(servers: readonly McpServerSetting[]): unknown {
  return servers.map(({ env, accepted, ...rest }) => ({
    ...rest,
    envNames: Object.keys(env),
    accepted: accepted?.length ?? null,
  }));
}

/** Values of the servers' variables that are secrets by their names. */
export function findServerSecrets(servers: readonly McpServerSetting[]): string[] {
  return servers.flatMap(({ env }) =>
    Object.entries(env).flatMap(([key, value]) => (SECRET_NAME.test(key) ? value : [])),
  );
}
