import { expect, test } from "vitest";
import type { Problem } from "#server/errors";
import type { DraftState, FileChange, StoredDraft } from "./draft-model";
import { createDraftSession, type DraftPorts, type Unsent } from "./draft-session";

class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** A server of one draft with the rule that matters: a save that saw an older revision is refused with what is stored. */
function startServer(texts: Record<string, string>) {
  let stored = toDraft(0, texts);
  let isDown = false;
  return {
    stored: () => stored,
    setDown: (down: boolean) => {
      isDown = down;
    },
    save: async ({ revision, changes }: { revision: number; changes: FileChange[] }): Promise<StoredDraft> => {
      if (isDown) throw new Refused({ code: "unreachable", message: "" });
      if (revision !== stored.revision) throw new Refused({ code: "conflict", message: "moved on", details: stored });
      const files = new Map(stored.files.map((file) => [file.path, file.text ?? ""]));
      for (const { path, text } of changes) text === null ? files.delete(path) : files.set(path, text);
      stored = toDraft(revision + 1, Object.fromEntries(files));
      return stored;
    },
  };
}

function toDraft(revision: number, texts: Record<string, string>): StoredDraft {
  return {
    name: "note",
    baseDigest: "base",
    revision,
    updatedAt: new Date(0).toISOString(),
    updatedBy: "ada",
    files: Object.entries(texts).map(([path, text]) => ({ path, text, size: text.length })),
    issues: [],
    isBehind: false,
    digest: `digest ${revision}`,
  };
}

function toState(draft: StoredDraft): DraftState {
  const texts = new Map(draft.files.map((file) => [file.path, file.text]));
  return {
    name: draft.name,
    revision: draft.revision,
    baseDigest: draft.baseDigest,
    digest: draft.digest,
    isBehind: false,
    updatedBy: draft.updatedBy,
    savedAt: null,
    saved: texts,
    buffer: texts,
    issues: [],
    save: { kind: "clean" },
    resets: 0,
    setAside: null,
  };
}

function openPage(server: ReturnType<typeof startServer>, storage: { unsent: Unsent | null } = { unsent: null }) {
  const ports: DraftPorts = {
    save: server.save,
    toProblem: (error) => (error instanceof Refused ? error.problem : { code: "internal", message: String(error) }),
    backup: {
      read: () => storage.unsent,
      write: (unsent) => {
        storage.unsent = unsent;
      },
    },
    delayMs: 3_600_000,
    retryMs: 3_600_000,
  };
  return createDraftSession(toState(server.stored()), ports);
}

const textOf = (session: ReturnType<typeof openPage>, path = "a") => session.getState().buffer.get(path);

test("what was typed is stored, and typing during a save waits for the next one", async () => {
  const server = startServer({ a: "1" });
  const page = openPage(server);
  page.change({ path: "a", text: "2" });
  const saving = page.saveNow();
  page.change({ path: "a", text: "3" });
  await saving;
  expect(server.stored().files).toMatchObject([{ path: "a", text: "2" }]);
  expect(page.getState().save.kind).toBe("waiting");
  await page.saveNow();
  expect(server.stored()).toMatchObject({ revision: 2, files: [{ path: "a", text: "3" }] });
  expect(page.getState().save.kind).toBe("clean");
  page.stop();
});

test("a stale page keeps its text, and keeping mine saves it over theirs", async () => {
  const server = startServer({ a: "1" });
  const [first, second] = [openPage(server), openPage(server)];
  first.change({ path: "a", text: "theirs" });
  await first.saveNow();
  second.change({ path: "a", text: "mine" });
  await second.saveNow();
  expect(second.getState().save).toMatchObject({ kind: "conflict", theirs: { revision: 1 } });
  expect(textOf(second)).toBe("mine");
  second.keepMine();
  await second.saveNow();
  expect(server.stored()).toMatchObject({ revision: 2, files: [{ text: "mine" }] });
  first.stop();
  second.stop();
});

test("taking theirs sets mine aside, from where it comes back", async () => {
  const server = startServer({ a: "1" });
  const [first, second] = [openPage(server), openPage(server)];
  first.change({ path: "a", text: "theirs" });
  await first.saveNow();
  second.change({ path: "a", text: "mine" });
  await second.saveNow();
  second.takeTheirs();
  expect(textOf(second)).toBe("theirs");
  second.putMineBack();
  await second.saveNow();
  expect(server.stored().files).toMatchObject([{ text: "mine" }]);
  first.stop();
  second.stop();
});

test("text that an unreachable server did not take is kept in the browser and goes out from the next page", async () => {
  const server = startServer({ a: "1", b: "1" });
  const storage: { unsent: Unsent | null } = { unsent: null };
  const page = openPage(server, storage);
  server.setDown(true);
  page.change({ path: "a", text: "2" });
  page.change({ path: "b", text: null });
  await page.saveNow();
  expect(page.getState().save).toMatchObject({ kind: "failed", problem: { code: "unreachable" } });
  page.stop();
  server.setDown(false);
  const next = openPage(server, storage);
  expect(textOf(next)).toBe("2");
  await next.saveNow();
  expect(server.stored().files).toEqual([{ path: "a", text: "2", size: 1 }]);
  expect(storage.unsent).toBe(null);
  next.stop();
});

test("what an earlier page had sent after all is no conflict", async () => {
  const server = startServer({ a: "1" });
  const storage: { unsent: Unsent | null } = { unsent: { revision: 0, changes: [{ path: "a", text: "2" }] } };
  const page = openPage(server, storage);
  await server.save({ revision: 0, changes: [{ path: "a", text: "2" }] });
  await page.saveNow();
  expect(page.getState()).toMatchObject({ revision: 1, save: { kind: "clean" } });
  page.stop();
});
