import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";
import type { HostFacts } from "./find-unmet-needs";

const PROGRAM_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not in this folder, or not to be executed by us.
    return false;
  }
}

/** The machine Capstan runs on. `path` are the folders of the PATH; `variables` the names of the environment, no values. */
export function createHostFacts(sources: {
  path: readonly string[];
  variables: ReadonlySet<string>;
  settings: () => Readonly<Record<string, unknown>>;
}): HostFacts {
  const { path, variables, settings } = sources;
  return {
    hasProgram: (name) => PROGRAM_NAME.test(name) && path.some((folder) => isProgram(join(folder, name))),
    hasVariable: (name) => variables.has(name),
    hasSetting: (key) => Object.hasOwn(settings(), key),
  };
}
