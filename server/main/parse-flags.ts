import { parseArgs } from "node:util";
import { AppError } from "#server/errors";
import type { SettingsFlags } from "#server/settings";

export type ServerFlags = { settings: SettingsFlags; hasPages: boolean };

const USAGE =
  "Flags are --port N, --host NAME, --project DIR, --state DIR and --no-pages; `PORT=3211 npm start` works too.";

/** Reads the command line of the server. Throws bad_input that names the flag. */
export function parseFlags(args: readonly string[]): ServerFlags {
  const { port, host, project, state, "no-pages": noPages } = parseServerArgs(args);
  return {
    settings: {
      ...(port === undefined ? {} : { port: parsePort(port) }),
      ...(host === undefined ? {} : { host }),
      ...(project === undefined ? {} : { project }),
      ...(state === undefined ? {} : { stateFolder: state }),
    },
    hasPages: !noPages,
  };
}

function parseServerArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        host: { type: "string" },
        project: { type: "string" },
        state: { type: "string" },
        "no-pages": { type: "boolean", default: false },
      },
    }).values;
  } catch (cause) {
    throw new AppError("bad_input", cause instanceof Error ? cause.message : String(cause), { next: USAGE, cause });
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new AppError("bad_input", `--port ${text} is not a port.`, { next: "Give a number from 0 to 65535." });
  }
  return port;
}
