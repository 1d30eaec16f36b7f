import { exportNames } from "#server/exchange/export-names";
import { toBrokenSummary, toEntrySummary } from "#server/registry/entry-summary";
import { toFoundCapability } from "#server/registry/found-capability";
import { getCurrentEntry } from "#server/registry/get-current-entry";
import { countCatalogToMend } from "#server/registry/health/derive-health";
import { loadTexts } from "#server/review/load-texts";
import type { Services } from "#server/services";
import type { Backend } from "./backend";

const BY = "cli";

/** The services in this process, on the same state as a server would have. */
export function createEmbeddedBackend(services: Services): Backend {
  const { registry, runs, executions, access } = services;
  const actor = { kind: "cli" } as const;
  const subjectOf = (name: string) => ({
    kind: "digest" as const,
    digest: getCurrentEntry(registry.current(), name).digest,
  });
  return {
    address: null,
    list: async () => {
      const catalog = registry.current();
      return [
        ...[...catalog.entries.values()].map((entry) => toEntrySummary(entry, "current")),
        ...catalog.shadowed.map((entry) => toEntrySummary(entry, "shadowed")),
        ...catalog.pending.map((entry) => toEntrySummary(entry, "pending")),
        ...catalog.broken.map(toBrokenSummary),
      ];
    },
    search: async (query, limit) => {
      const catalog = registry.current();
      return catalog.index.search(query, limit).map((hit) => toFoundCapability(catalog, hit));
    },
    startExecution: async ({ name, input }) => {
      access.assertMay(actor, "execute");
      const started = await executions.start({ source: "cli", name, subject: subjectOf(name), input, by: BY });
      return started.executionId;
    },
    startRun: async (request) => {
      access.assertMay(actor, "start_run");
      return (await runs.start({ ...request, allowDrafts: false, by: BY })).id;
    },
    async *follow(id, signal) {
      for await (const batch of runs.follow(id, null, signal)) yield* batch.events;
    },
    loadBlob: async (digest) => JSON.parse((await runs.blob(digest)).text) as unknown,
    cancelExecution: (id) => executions.cancel(id, BY),
    cancelRun: (id) => runs.cancel(id, BY),
    async *runCases(name, signal) {
      access.assertMay(actor, "execute");
      yield* services.cases.run({ name, subject: subjectOf(name), by: BY, signal });
    },
    diagnose: async () => {
      const [sandbox, effective] = await Promise.all([services.sandbox.level(), services.preferences.effective()]);
      const catalog = registry.current();
      return {
        version: services.version,
        stateFolder: effective.stateFolder.value,
        project: effective.project.value,
        model: services.models.current(),
        sandbox,
        roots: catalog.roots.map((root) => ({ ...root, entries: root.counts.entries })),
        broken: catalog.broken.map(toBrokenSummary),
        toMend: countCatalogToMend(catalog),
      };
    },
    introspection: {
      listGroups: async () => services.introspect().listGroups(),
      listTools: async (group) => services.introspect().listTools(group),
      describeTool: async (nameOrId) => services.introspect().describeTool(nameOrId),
      inspect: async (nameOrId) => services.introspect().inspect(nameOrId),
      tree: async (options) => services.introspect().tree(options),
      subtrees: async () => services.introspect().subtrees(),
      codegen: async () => services.introspect().codegen(),
      diagnose: async (input) => services.introspect().diagnose(input),
      validate: async (level) => services.introspect().validate(level),
      generatePrompt: async (tier) => services.introspect().generatePrompt(tier),
      generateAllowlist: async (tier, agentType) => services.introspect().generateAllowlist(tier, agentType),
      views: async (options) => services.introspect().views(options),
    },
    exportMany: (names, format) => exportNames({ names, format, load: (name) => loadTexts(services, name) }),
    openSession: async () => null,
    [Symbol.asyncDispose]: () => services[Symbol.asyncDispose](),
  };
}
