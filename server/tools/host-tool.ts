import type { JsonSchema, TreeMetadata } from "#server/capability/contract";
import type { JsonObject, JsonValue } from "#server/capability/json";
import type { Problem } from "#server/errors";
import type { CallOutcome, CatalogView, LoopCapability } from "#server/loop/ports";

/** What a host tool may reach: the catalog of its turn, and the one way to run something of it. */
export type HostToolContext = {
  view: CatalogView;
  /**
   * Runs a tool or forge of the view as an execution of its own; the caller gives it its ids and validates the input
   * against the schema before anything runs. Contract: never throws.
   */
  execute(call: { capability: LoopCapability; input: JsonObject }, signal: AbortSignal): Promise<CallOutcome>;
};

export type HostToolResult = { kind: "ok"; output: JsonValue } | { kind: "failed"; problem: Problem };

/** A tool that runs in the server's own process. Promotion, approval and settings are never host tools (design.md 6). */
export type HostTool = {
  capability: LoopCapability & { source: "host"; type: "tool" };
  /** Group of the tree it stands under, e.g. "meta". */
  group: string;
  metadata: TreeMetadata;
  outputSchema: JsonSchema;
  /** Contract: gets validated input; never throws for what the model did wrong. */
  run(input: JsonObject, context: HostToolContext, signal: AbortSignal): Promise<HostToolResult>;
};
