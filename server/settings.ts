import { existsSync, readFileSync } from "node:fs";
import { availableParallelism, homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { AppError } from "./errors";

/** Where a value came from, shown beside it in Settings. `name` is the variable, flag or file. */
export type ValueSource = { from: "default" | "environment" | "flag" | "file" | "settings"; name?: string };
export type Sourced<T> = { value: T; source: ValueSource };

/** A configured root before it is looked at: rising precedence is list order. */
export type RootSetting = { path: string; layer: "L1" | "L2"; origin: string; admission: "not_needed" | "needed" };

export type Settings = {
  readonly appFolder: string;
  /** Of Capstan's own package.json. */
  readonly version: string;
  readonly stateFolder: Sourced<string>;
  readonly project: Sourced<string | null>;
  readonly host: Sourced<string>;
  readonly port: Sourced<number>;
  /** The model that environment variables name; Settings may name another. */
  readonly model: Sourced<{ baseUrl: string; apiKey: string | null; name: string } | null>;
  /** Roots of flags, files and variables, without those of Settings. */
  readonly roots: readonly RootSetting[];
  readonly sandbox: {
    /** Node that runs capabilities; null = the newest one found. */
    nodePath: string | null;
    /** Level below which the tests must fail. */
    expectLevel: string | null;
    allowNoNetworkIsolation: boolean;
  };
  readonly limits: {
    leaseMs: number;
    leaseRenewMs: number;
    /** Executions at once. */
    concurrency: number;
    executionTimeoutMsMax: number;
  };
  /** What skills may ask for: folders of the PATH, and which variables are set, without their values. */
  readonly environment: { path: readonly string[]; variables: ReadonlySet<string> };
  readonly isProduction: boolean;
};

const environmentSchema = z.object({
  HOST: z.string().min(1).optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  CAPSTAN_HOME: z.string().min(1).optional(),
  XDG_STATE_HOME: z.string().min(1).optional(),
  CAPSTAN_PROJECT: z.string().min(1).optional(),
  CAPSTAN_ROOTS: z.string().optional(),
  CAPSTAN_MODEL: z.string().min(1).optional(),
  CAPSTAN_NODE: z.string().min(1).optional(),
  CAPSTAN_EXPECT_LEVEL: z.enum(["os", "node-net", "node-fs", "none"]).optional(),
  CAPSTAN_ALLOW_NO_NETWORK_ISOLATION: z.enum(["0", "1"]).optional(),
  CAPSTAN_LEASE_MS: z.coerce.number().int().min(50).optional(),
  CAPSTAN_CONCURRENCY: z.coerce.number().int().min(1).max(64).optional(),
  PI_CAPABILITY_ROOTS: z.string().optional(),
  PI_CAPABILITY_CONFIG: z.string().optional(),
  PI_AGENT_DIR: z.string().optional(),
  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: z.url().optional(),
  OLLAMA_HOST: z.string().min(1).optional(),
  NODE_ENV: z.string().optional(),
});
type Environment = z.infer<typeof environmentSchema>;

export type SettingsFlags = {
  project?: string;
  /** The project when neither a flag nor the environment names one: the command line's working directory. */
  defaultProject?: string;
  host?: string;
  port?: number;
  stateFolder?: string;
};

const piConfigSchema = z.looseObject({ roots: z.array(z.string()).default([]) });

/** Walks up from this file (source or bundle) to the folder whose package is Capstan. */
function findAppFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "capabilities")) || !existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) {
      throw new AppError("internal", "Capstan's own folder was not found.", {
        next: "Start it from its clone by `npm start`.",
      });
    }
    folder = parent;
  }
  return folder;
}

function versionOf(appFolder: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(appFolder, "package.json"), "utf8")))
    .version;
}

function source(from: ValueSource["from"], name?: string): ValueSource {
  return name === undefined ? { from } : { from, name };
}

function stateFolderOf(environment: Environment, flags: SettingsFlags): Sourced<string> {
  if (flags.stateFolder) return { value: resolve(flags.stateFolder), source: source("flag", "--state") };
  if (environment.CAPSTAN_HOME)
    return { value: resolve(environment.CAPSTAN_HOME), source: source("environment", "CAPSTAN_HOME") };
  if (environment.XDG_STATE_HOME) {
    return { value: join(environment.XDG_STATE_HOME, "capstan"), source: source("environment", "XDG_STATE_HOME") };
  }
  return { value: join(homedir(), ".local", "state", "capstan"), source: source("default") };
}

function projectOf(environment: Environment, flags: SettingsFlags): Sourced<string | null> {
  if (flags.project) return { value: resolve(flags.project), source: source("flag", "--project") };
  if (environment.CAPSTAN_PROJECT) {
    return { value: resolve(environment.CAPSTAN_PROJECT), source: source("environment", "CAPSTAN_PROJECT") };
  }
  return { value: flags.defaultProject ?? null, source: source("default") };
}

function modelOf(environment: Environment): Settings["model"] {
  if (environment.OPENAI_API_KEY || environment.OPENAI_BASE_URL) {
    return {
      value: {
        baseUrl: environment.OPENAI_BASE_URL ?? "https://api.openai.com/v1",
        apiKey: environment.OPENAI_API_KEY ?? null,
        name: environment.CAPSTAN_MODEL ?? "gpt-5-mini",
      },
      source: source("environment", environment.OPENAI_BASE_URL ? "OPENAI_BASE_URL" : "OPENAI_API_KEY"),
    };
  }
  if (environment.OLLAMA_HOST) {
    const host = environment.OLLAMA_HOST.includes("://")
      ? environment.OLLAMA_HOST
      : `http://${environment.OLLAMA_HOST}`;
    return {
      value: { baseUrl: `${host.replace(/\/$/, "")}/v1`, apiKey: null, name: environment.CAPSTAN_MODEL ?? "llama3.1" },
      source: source("environment", "OLLAMA_HOST"),
    };
  }
  return { value: null, source: source("default") };
}

/** Roots of `capability.json`; a file that cannot be read is an error that names it, since it decides what an agent may do. */
function piConfigRoots(environment: Environment, agentFolder: string): RootSetting[] {
  const file = environment.PI_CAPABILITY_CONFIG ?? join(agentFolder, "capability.json");
  if (!existsSync(file)) return [];
  try {
    const config = piConfigSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return config.roots.map((path) => ({
      path: resolve(dirname(file), path),
      layer: "L2",
      origin: file,
      admission: "needed",
    }));
  } catch (cause) {
    throw new AppError("bad_input", `${file} is not a valid capability.json.`, {
      next: 'It must be JSON such as {"roots": ["/path/to/capabilities"]}. Mend or remove it, then start again.',
      cause,
    });
  }
}

function listRoots(value: string | undefined, name: string): RootSetting[] {
  return (value ?? "")
    .split(delimiter)
    .filter((path) => path.trim() !== "")
    .map((path) => ({ path: resolve(path.trim()), layer: "L2", origin: name, admission: "needed" }));
}

/** The roots of a project; they are pending until a person admits them (design.md 4). */
export function projectRoots(project: string | null): RootSetting[] {
  if (project === null) return [];
  return [".pi/capabilities", ".capstan/capabilities"].map((folder) => ({
    path: join(project, folder),
    layer: "L2",
    origin: "project",
    admission: "needed",
  }));
}

/**
 * Reads the environment, flags and files once. The result is frozen; what a person changes in Settings lies in the
 * database and is laid over this by `server/preferences`.
 * Throws bad_input that names the variable.
 */
export function loadSettings(
  environmentVariables: NodeJS.ProcessEnv = process.env,
  flags: SettingsFlags = {},
): Settings {
  const parsed = environmentSchema.safeParse(environmentVariables);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new AppError(
      "bad_input",
      `The environment variable ${issue?.path.join(".")} cannot be used: ${issue?.message}.`,
      {
        next: "Unset it or give it a valid value; the README has the table of variables.",
      },
    );
  }
  const environment = parsed.data;
  const appFolder = findAppFolder();
  const agentFolder = environment.PI_AGENT_DIR ?? join(homedir(), ".pi", "agent");
  const project = projectOf(environment, flags);
  const leaseMs = environment.CAPSTAN_LEASE_MS ?? 6_000;
  return Object.freeze({
    appFolder,
    version: versionOf(appFolder),
    stateFolder: stateFolderOf(environment, flags),
    project,
    host: flags.host
      ? { value: flags.host, source: source("flag", "--host") }
      : environment.HOST
        ? { value: environment.HOST, source: source("environment", "HOST") }
        : { value: "127.0.0.1", source: source("default") },
    port:
      flags.port !== undefined
        ? { value: flags.port, source: source("flag", "--port") }
        : environment.PORT !== undefined
          ? { value: environment.PORT, source: source("environment", "PORT") }
          : { value: 3210, source: source("default") },
    model: modelOf(environment),
    roots: [
      { path: join(appFolder, "capabilities"), layer: "L1", origin: "shipped", admission: "not_needed" },
      ...projectRoots(project.value),
      { path: join(agentFolder, "capability", "capabilities"), layer: "L2", origin: "user", admission: "not_needed" },
      ...piConfigRoots(environment, agentFolder),
      ...listRoots(environment.PI_CAPABILITY_ROOTS, "PI_CAPABILITY_ROOTS"),
      ...listRoots(environment.CAPSTAN_ROOTS, "CAPSTAN_ROOTS"),
    ],
    sandbox: {
      nodePath: environment.CAPSTAN_NODE ?? null,
      expectLevel: environment.CAPSTAN_EXPECT_LEVEL ?? null,
      allowNoNetworkIsolation: environment.CAPSTAN_ALLOW_NO_NETWORK_ISOLATION === "1",
    },
    limits: {
      leaseMs,
      leaseRenewMs: Math.round(leaseMs / 3),
      concurrency: environment.CAPSTAN_CONCURRENCY ?? availableParallelism(),
      executionTimeoutMsMax: 600_000,
    },
    environment: {
      path: (environmentVariables.PATH ?? "").split(delimiter).filter((folder) => folder !== ""),
      variables: new Set(Object.keys(environmentVariables).filter((name) => environmentVariables[name] !== "")),
    },
    isProduction: environment.NODE_ENV !== "development",
  } satisfies Settings);
}
