const PREFIX = "model in run ";

/** Who submitted a proposal, in the words that records and screens show. */
export function toProposer(runId: string): string {
  return PREFIX + runId;
}

/** The run whose model submitted something; null when a person did. */
export function findProposingRun(submittedBy: string): string | null {
  return submittedBy.startsWith(PREFIX) ? submittedBy.slice(PREFIX.length) : null;
}
