import { join } from "node:path";
import { recordAudit } from "#server/audit/record-audit";
import { AppError } from "#server/errors";
import type { ModelConnection } from "#server/model/model";
import type { RootStatus } from "#server/registry/catalog";
import type { RootSetting, Settings, Sourced, ValueSource } from "#server/settings";
import { deleteAdmission, saveAdmission } from "#server/store/admissions";
import { writeSetting } from "#server/store/setting-rows";
import type { Store } from "#server/store/store";
import { assertAbsolute, assertFolder, assertKnown, cannotRemove, isInside, parseHost } from "./check-input";
import { type Chosen, type ChosenKey, loadChosen } from "./chosen";
import { findServerSecrets, toAudited, withAccepted, withoutServer, withServer } from "./mcp-servers";
import { mergeRoots } from "./merge-roots";
import type { EffectiveSettings, Preferences } from "./preferences";

export type CreatePreferencesOptions = {
  store: Store;
  settings: Settings;
  /** Roots as the registry sees them now. */
  rootStatuses: () => readonly RootStatus[];
  /** Called after a root, an admission or the project changed; resolves when the catalog follows. */
  onRootsChange: () => Promise<void>;
  /** Called after another model was connected. */
  onModelChange: (connection: ModelConnection | null) => void;
  /** Called after an MCP server was saved or removed; resolves when what went is gone. */
  onMcpServersChange: () => Promise<void>;
};

const FROM_SETTINGS: ValueSource = { from: "settings" };

/**
 * What a person chose in Settings, laid over the environment (design.md 3). Values are read once at start and kept in
 * memory, since services read them while they run; every change is stored and audited first, then shown.
 */
export async function createPreferences(options: CreatePreferencesOptions): Promise<Preferences> {
  const { store, settings } = options;
  const chosen: Chosen = await loadChosen(store);

  const set = async <Key extends ChosenKey>(key: Key, value: Chosen[Key], by: string): Promise<void> => {
    await writeSetting(store, { key, value, updatedBy: by });
    await recordAudit(store, { actor: by, action: "settings.change", subject: key, details: auditValueOf(key, value) });
    if (value === undefined) delete chosen[key];
    else chosen[key] = value;
  };

  const model = (): ModelConnection | null => chosen.model ?? settings.model.value;
  // A flag or CAPSTAN_PROJECT comes before what was chosen here (design.md 3).
  const project = (): Sourced<string | null> =>
    settings.project.value !== null || chosen.project === undefined
      ? settings.project
      : { value: chosen.project, source: FROM_SETTINGS };
  const httpHosts = (): string[] => chosen.http_hosts ?? [];
  const ticketFile = (): string => chosen.ticket_file ?? join(settings.appFolder, "samples", "tickets.json");
  const mcpServers = () => chosen.mcp_servers ?? [];
  const roots = (): RootSetting[] => mergeRoots(settings, project().value, chosen.roots ?? []);

  return {
    effective: async () => {
      const connection = model();
      return {
        model: {
          value: connection && {
            baseUrl: connection.baseUrl,
            name: connection.name,
            hasApiKey: connection.apiKey !== null,
          },
          source: chosen.model ? FROM_SETTINGS : settings.model.source,
        },
        project: project(),
        host: settings.host,
        port: settings.port,
        stateFolder: settings.stateFolder,
        httpHosts: { value: httpHosts(), source: chosen.http_hosts ? FROM_SETTINGS : { from: "default" } },
        ticketFile: { value: ticketFile(), source: chosen.ticket_file ? FROM_SETTINGS : { from: "default" } },
        roots: [...options.rootStatuses()],
      } satisfies EffectiveSettings;
    },

    async setModel(connection, by) {
      await set("model", connection === null ? undefined : withStoredKey(connection, model()), by);
      options.onModelChange(model());
    },

    async setProject(path, by) {
      const named = settings.project;
      if (named.value !== null) {
        throw new AppError(
          "conflict",
          `The project was named by ${named.source.name ?? "the command line"} at start.`,
          {
            next: "Start Capstan without it to choose the project here.",
          },
        );
      }
      await set("project", path === null ? undefined : assertFolder(path), by);
      await options.onRootsChange();
    },

    async setHttpHosts(hosts, by) {
      await set("http_hosts", [...new Set(hosts.map(parseHost))].sort(), by);
    },

    async setTicketFile(path, by) {
      await set("ticket_file", path === null ? undefined : assertAbsolute(path), by);
    },

    async addRoot(path, by) {
      const folder = assertFolder(path);
      if (isInside(folder, settings.stateFolder.value)) {
        throw new AppError("bad_input", `${folder} lies inside Capstan's own state folder.`, {
          next: "Choose a folder outside of it.",
        });
      }
      if (roots().some((root) => root.path === folder)) {
        throw new AppError("conflict", `${folder} is a root already.`, { next: "See the list of roots." });
      }
      await set("roots", [...(chosen.roots ?? []), folder], by);
      await options.onRootsChange();
    },

    async removeRoot(path, by) {
      const added = chosen.roots ?? [];
      if (!added.includes(path)) throw cannotRemove(path, roots());
      await set(
        "roots",
        added.filter((candidate) => candidate !== path),
        by,
      );
      await deleteAdmission(store, path);
      await options.onRootsChange();
    },

    async admitRoot(path, by) {
      assertKnown(path, roots());
      await saveAdmission(store, { path, admittedBy: by });
      await recordAudit(store, { actor: by, action: "root.admit", subject: path, details: {} });
      await options.onRootsChange();
    },

    async dismissRoot(path, by) {
      assertKnown(path, roots());
      await deleteAdmission(store, path);
      await recordAudit(store, { actor: by, action: "root.dismiss", subject: path, details: {} });
      await options.onRootsChange();
    },

    async saveMcpServer(server, by) {
      await set("mcp_servers", withServer(mcpServers(), server, by), by);
      await options.onMcpServersChange();
    },

    async removeMcpServer(name, by) {
      await set("mcp_servers", withoutServer(mcpServers(), name), by);
      await options.onMcpServersChange();
    },

    async acceptMcpTools(setting, accepted, by) {
      const { servers, stored } = withAccepted(mcpServers(), setting, accepted);
      if (stored !== setting) await set("mcp_servers", servers, by);
      return stored;
    },

    roots: async () => roots(),
    httpHosts,
    ticketFile,
    model,
    mcpServers,
    mcpSecrets: () => findServerSecrets(mcpServers()),
  };
}

function withStoredKey(
  connection: { baseUrl: string; apiKey?: string | null; name: string },
  before: ModelConnection | null,
): ModelConnection {
  // A stored key stays with the address it was given for; it must not travel to another one.
  const kept = before?.baseUrl === connection.baseUrl ? before.apiKey : null;
  return {
    baseUrl: connection.baseUrl,
    name: connection.name,
    apiKey: connection.apiKey === undefined ? kept : connection.apiKey || null,
  };
}

/** What the audit log may keep of a value: never a key. */
function auditValueOf<Key extends ChosenKey>(key: Key, value: Chosen[Key]): unknown {
  if (value === undefined) return { removed: true };
  const { model, mcp_servers: servers }: Chosen = { [key]: value };
  if (model) return { value: { baseUrl: model.baseUrl, name: model.name, hasApiKey: model.apiKey !== null } };
  return { value: servers ? toAudited(servers) : value };
}
