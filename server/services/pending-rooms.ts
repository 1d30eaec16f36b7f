import { AppError } from "#server/errors";
import type { Drafts, Review } from "#server/review/review";
import type { Cases, Executions, Runs } from "#server/runs/runs";

/** Rooms that are not in this build: each refuses by name. */
function refuse(room: string): never {
  throw new AppError("disabled", `${room} are not part of this build yet.`, { next: "Update Capstan." });
}

export const pendingExecutions: Executions = {
  start: async () => refuse("Executions"),
  cancel: async () => refuse("Executions"),
};
export const pendingCases: Cases = {
  run: async function* () {
    yield refuse("Cases");
  },
};
export const pendingRuns: Runs = {
  start: async () => refuse("Runs"),
  resume: async () => refuse("Runs"),
  cancel: async () => refuse("Runs"),
  list: async () => ({ runs: [], nextCursor: null, total: 0 }),
  get: async () => refuse("Runs"),
  events: async () => refuse("Runs"),
  follow: async function* () {
    yield refuse("Runs");
  },
  blob: async () => refuse("Runs"),
};
export const pendingDrafts: Drafts = {
  find: async () => null,
  save: async () => refuse("Drafts"),
  discard: async () => refuse("Drafts"),
  filesOf: async () => null,
};
export const pendingReview: Review = {
  submit: async () => refuse("Reviews"),
  list: async () => [],
  get: async () => refuse("Reviews"),
  approve: async () => refuse("Reviews"),
  reject: async () => refuse("Reviews"),
  trustDigest: async () => refuse("Reviews"),
  demote: async () => refuse("Reviews"),
  recover: async () => {},
};
