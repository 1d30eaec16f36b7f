import type { JsonSchema, TreeMetadata } from "#server/capability/contract";
import type { JsonObject, JsonValue } from "#server/capability/json";
import type { Problem } from "#server/errors";
import type { CallOutcome, CatalogView, LoopCapability } from "#server/loop/ports";
import type { HostService } from "#server/registry/host-services/host-service";

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

/** What a host tool may use while it is loaded (the extension article 2.3): services by name, and a log of its own. */
export type HostToolLoadContext = {
  /** Throws AppError `not_found` for a service this server does not provide. */
  getService(name: string): HostService;
  log(line: string): void;
};

/**
 * A capability object of the host (the extension article 2.1): built-in tools and those of MCP servers. `onLoad` is called
 * once before the first `run`, after everything in `requires` and `uses`; when it throws, only this tool and what needs it
 * are disabled, with the reason. `onUnload` is called in the opposite order.
 *
 * Promotion, approval and settings are never host tools (design.md 6).
 */
export type HostTool = {
  capability: LoopCapability & { source: "host"; type: "tool" };
  /** Group of the tree it stands under, e.g. "meta". */
  group: string;
  metadata: TreeMetadata;
  outputSchema: JsonSchema;
  /** Host services it needs. */
  requires?: readonly string[];
  /** Other capabilities it needs, loaded before it. */
  uses?: readonly string[];
  onLoad?(context: HostToolLoadContext): Promise<void>;
  onUnload?(): Promise<void>;
  /** Contract: gets validated input; never throws for what the model did wrong. */
  run(input: JsonObject, context: HostToolContext, signal: AbortSignal): Promise<HostToolResult>;
};
