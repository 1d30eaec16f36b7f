import { AppError } from "#server/errors";
import type { Drafts, Review } from "#server/review/review";

/** Rooms that are not in this build: each refuses by name. */
function refuse(room: string): never {
  throw new AppError("disabled", `${room} are not part of this build yet.`, { next: "Update Capstan." });
}

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
