import type { JsonSchema, TreeMetadata } from "#server/capability/contract";
import type { JsonObject, JsonValue } from "#server/capability/json";
import type { Problem } from "#server/errors";
import type { CallOutcome, CatalogView, LoopCapability } from "#server/loop/ports";
import type { HostService } from "#server/registry/host-services/host-service";
import type { Introspection } from "#server/tree/introspect/introspection";
import type { Proposal, ProposalReceipt } from "./meta/proposal";

/** What a host tool may reach: the catalog of its turn, and the two ways to have something happen. */
export type HostToolContext = {
  view: CatalogView;
  /**
   * Runs a tool or forge of the view as an execution of its own; the caller gives it its ids and validates the input
   * against the schema before anything runs. Contract: never throws.
   */
  execute(call: { capability: LoopCapability; input: JsonObject }, signal: AbortSignal): Promise<CallOutcome>;
  /** What the tree of the turn says of itself; of drafts only where the run allows them. */
  introspection: Introspection;
  /**
   * Puts a proposal of this run into the review queue, where it waits for a person (design.md 6). Throws AppError bad_input,
   * not_found, forbidden, draft_refused, conflict.
   */
  propose(proposal: Proposal): Promise<ProposalReceipt>;
};

export type HostToolResult = { kind: "ok"; output: JsonValue } | { kind: "failed"; problem: Problem };

/** What a host tool may use while it is loaded (the extension article 2.3): services by name, and a log of its own. */
export type HostToolLoadContext = {
  /** Throws AppError `not_found` for a service this server does not provide. */
  getService(name: string): HostService;
  log(line: string): void;
  /** Aborts when the load is given up: it took too long, or the tool was unregistered meanwhile. */
  signal: AbortSignal;
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
