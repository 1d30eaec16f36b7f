"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { findProblem, useApiClient } from "#components/api";
import {
  type CapabilityDetails,
  type DraftState,
  type FileChange,
  type StoredDraft,
  toInitialState,
} from "./draft-model";
import { createDraftSession, type DraftSession, type Unsent } from "./draft-session";

const SAVE_DELAY_MS = 700;
const RETRY_MS = 3_000;

/**
 * Outside systems: the API, this browser's storage and the closing of the page. One session a mounted page; a change made in
 * the last moment is kept in the browser and goes out when the page is opened again.
 */
export function useDraftSession(
  details: CapabilityDetails,
  draft: StoredDraft | null,
): { session: DraftSession; state: DraftState } {
  const client = useApiClient();
  const [session] = useState(() =>
    createDraftSession(toInitialState(details, draft), {
      save: (request) => client.draft.save.mutate(request),
      toProblem: (error) => findProblem(error) ?? { code: "internal", message: "" },
      backup: createBackup(details.name),
      delayMs: SAVE_DELAY_MS,
      retryMs: RETRY_MS,
    }),
  );
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState);
  useEffect(() => {
    const keep = () => session.writeBackup();
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      session.stop();
      // A page that is left inside the app can still send; the backup covers a server that does not answer.
      session.writeBackup();
      void session.saveNow();
    };
  }, [session]);
  return { session, state };
}

function createBackup(name: string): { read: () => Unsent | null; write: (unsent: Unsent | null) => void } {
  const key = `capstan.unsent.${name}`;
  return {
    read() {
      try {
        const unsent: unknown = JSON.parse(window.localStorage.getItem(key) ?? "null");
        return isUnsent(unsent) ? unsent : null;
      } catch {
        // Storage is forbidden or holds something else; then there is nothing to restore.
        return null;
      }
    },
    write(unsent) {
      try {
        if (unsent === null) window.localStorage.removeItem(key);
        else window.localStorage.setItem(key, JSON.stringify(unsent));
      } catch {
        // Storage is forbidden or full; autosave itself does not depend on it.
      }
    },
  };
}

function isUnsent(value: unknown): value is Unsent {
  return (
    typeof value === "object" &&
    value !== null &&
    "revision" in value &&
    typeof value.revision === "number" &&
    "changes" in value &&
    Array.isArray(value.changes) &&
    value.changes.every(isFileChange)
  );
}

function isFileChange(value: unknown): value is FileChange {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    typeof value.path === "string" &&
    "text" in value &&
    (value.text === null || typeof value.text === "string")
  );
}
