import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import type { AppRouter } from "#server/api/router";
import { AppError, ERROR_CODES } from "#server/errors";
import type { WireEvent } from "#server/loop/events";
import type { Backend } from "./backend";

const WAIT_MS = 20_000;
const PAGE = 1_000;

type EventPage = { events: WireEvent[]; position: string; isEnded: boolean };

/** The running server, asked by HTTP with the command line's token. */
export function createRemoteBackend(server: { address: string; token: string }): Backend {
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${server.address}/api/trpc`, headers: { authorization: `Bearer ${server.token}` } })],
  });
  return {
    address: server.address,
    list: async () => (await ask(client.catalog.get.query())).entries,
    search: async (query, limit) => (await ask(client.catalog.search.query({ query, limit }))).hits,
    startExecution: async ({ name, input }) => {
      const started = client.execution.start.mutate({ name, input, subject: { kind: "current" } });
      return (await ask(started)).executionId;
    },
    startRun: async (request) => (await ask(client.run.start.mutate(request))).id,
    async *follow(id, signal) {
      let after: string | null = null;
      for (;;) {
        const page: EventPage = await ask(
          client.run.readEvents.query({ id, after, limit: PAGE, waitMs: WAIT_MS }, { signal }),
        );
        yield* page.events;
        if (page.isEnded) return;
        after = page.position;
      }
    },
    loadBlob: async (digest) => JSON.parse((await ask(client.run.blob.query({ digest }))).text) as unknown,
    cancelExecution: async (id) => void (await ask(client.execution.cancel.mutate({ id }))),
    cancelRun: async (id) => void (await ask(client.run.cancel.mutate({ id }))),
    async *runCases(name, signal) {
      const answer = await ask(client.case.runAll.mutate({ name, subject: { kind: "current" } }, { signal }));
      yield* answer.results;
    },
    diagnose: async () => {
      const [status, catalog] = await Promise.all([ask(client.system.status.query()), ask(client.catalog.get.query())]);
      return {
        version: status.version,
        stateFolder: status.stateFolder,
        project: status.project,
        model: status.model,
        sandbox: status.sandbox,
        roots: catalog.roots.map((root) => ({ ...root, entries: root.counts.entries })),
        broken: catalog.entries.filter((entry) => entry.place === "broken"),
        toMend: status.counts.toMend,
      };
    },
    introspection: {
      listGroups: () => ask(client.tree.groups.query()),
      listTools: (group) => ask(client.tree.tools.query({ group })),
      describeTool: (name) => ask(client.tree.describe.query({ name })),
      inspect: (name) => ask(client.tree.inspect.query({ name })),
      tree: (options) => ask(client.tree.get.query(options)),
      subtrees: () => ask(client.tree.subtrees.query()),
      codegen: () => ask(client.tree.codegen.query()),
      diagnose: (input) => ask(client.tree.diagnose.query(input)),
      validate: (level) => ask(client.tree.validate.query({ level })),
      generatePrompt: (tier) => ask(client.tree.prompt.query({ tier })),
      generateAllowlist: (tier, agentType) =>
        ask(client.tree.allowlist.query({ tier, ...(agentType === undefined ? {} : { agentType }) })),
      views: (options) => ask(client.tree.views.query(options)),
    },
    exportMany: (names, format) => ask(client.exchange.export.mutate({ names: [...names], format })),
    openSession: async () => (await ask(client.session.open.mutate())).address,
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Turns the transport's error back into ours, so that exit codes and sentences are the same with and without a server. */
async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    throw toAppError(error);
  }
}

function toAppError(error: TRPCClientError<AppRouter>): unknown {
  const problem = error.data?.problem;
  if (!problem) return error.cause?.name === "AbortError" ? error.cause : error;
  const code = ERROR_CODES.find((known) => known === problem.code) ?? "internal";
  return new AppError(code, problem.message, {
    details: problem.details,
    cause: error,
    ...(problem.next === undefined ? {} : { next: problem.next }),
  });
}
