import { performance } from "node:perf_hooks";
import { toProblem } from "#server/errors";
import type { HostTool } from "#server/tools/host-tool";
import type { HostService } from "../host-services/host-service";
import type { Disabled } from "../load-order";
import { waitBounded } from "./wait-bounded";

/** How long one `onLoad` or `onUnload` may take. */
const LOAD_MS_MAX = 10_000;
/** How long a catalog waits for loads; what is still loading then is listed as such, and a later catalog has it. */
const PATIENCE_MS = 250;

/** When a capability was loaded and how long that took, milliseconds since 1970 and milliseconds. */
export type LoadRecord = { at: number; ms: number };

export type LifecycleOptions = {
  /** Throws AppError `not_found` for a service this server does not provide. */
  getService(name: string): HostService;
  /** One line for the server's own log. */
  log(line: string): void;
  /** Told when loads ended that a `sync` did not wait for. */
  onSettled(): void;
  loadMsMax?: number;
  patienceMs?: number;
};

type Held = {
  tool: HostTool;
  state: "loading" | "loaded" | "failed";
  /** Resolves when it is loading no longer. Never rejects. */
  ended: Promise<void>;
  /** Gives up the load of a tool that leaves while it loads. */
  stop: AbortController;
  load?: LoadRecord;
  disabled?: Disabled;
};

function nameOf({ capability }: HostTool): string {
  return capability.name;
}

/**
 * Loads and unloads the capability objects of the host (the extension article 2.1 and 2.3). A tool is loading from the
 * `sync` that first names it, then loaded or failed; it leaves when a `sync` names it no longer, or names another object of
 * its name, and with it leaves whatever uses it, to be loaded again. `#held` keeps the order of loading, so unloading goes
 * the other way. A tool that failed is tried again when it is registered again or after `forgetFailed`.
 */
export class Lifecycle {
  readonly #options: LifecycleOptions;
  readonly #held = new Map<string, Held>();

  constructor(options: LifecycleOptions) {
    this.#options = options;
  }

  /**
   * Brings what is loaded in line with `wanted`, which stands in load order. Independent tools load side by side. Resolves
   * when all ended, or after the patience of a catalog; `onSettled` tells of the rest.
   * Contract: never throws; a tool that throws or hangs is failed with its reason.
   */
  async sync(wanted: readonly HostTool[]): Promise<void> {
    await this.#unload(this.#findLeaving(wanted));
    const fresh: Held[] = [];
    for (const tool of wanted) {
      if (this.#held.has(nameOf(tool))) continue;
      const held: Held = { tool, state: "loading", ended: Promise.resolve(), stop: new AbortController() };
      this.#held.set(nameOf(tool), held);
      held.ended = this.#load(held);
      fresh.push(held);
    }
    if (fresh.length > 0) await this.#waitFor(fresh);
  }

  /** Why a tool is not loaded, by name. One that waits in vain for what it uses is not in it: the load order says why. */
  findProblems(): Map<string, Disabled> {
    const problems = new Map<string, Disabled>();
    for (const [name, { state, disabled }] of this.#held) {
      if (disabled) problems.set(name, disabled);
      if (state === "loading") {
        const seconds = this.#loadMsMax / 1_000;
        problems.set(name, { reason: "It is still loading.", enabledBy: `Wait; it is given ${seconds} s.` });
      }
    }
    return problems;
  }

  /** When a host tool was loaded; null for one that is not. */
  findLoad(name: string): LoadRecord | null {
    return this.#held.get(name)?.load ?? null;
  }

  /** Lets the next `sync` try again what failed. */
  forgetFailed(): void {
    for (const [name, { state }] of this.#held) if (state === "failed") this.#held.delete(name);
  }

  /** Unloads everything, last loaded first. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#unload(new Set(this.#held.keys()));
  }

  get #loadMsMax(): number {
    return this.#options.loadMsMax ?? LOAD_MS_MAX;
  }

  #findLeaving(wanted: readonly HostTool[]): Set<string> {
    const staying = new Set(wanted);
    const leaving = new Set<string>();
    for (const [name, { tool }] of this.#held) {
      const isTakenAlong = tool.uses?.some((need) => leaving.has(need)) ?? false;
      if (isTakenAlong || !staying.has(tool)) leaving.add(name);
    }
    return leaving;
  }

  async #unload(leaving: ReadonlySet<string>): Promise<void> {
    const going = [...this.#held.values()].filter(({ tool }) => leaving.has(nameOf(tool))).reverse();
    for (const { stop } of going) stop.abort();
    for (const held of going) {
      await held.ended;
      if (held.state === "loaded") await this.#release(held.tool);
      this.#held.delete(nameOf(held.tool));
    }
  }

  async #load(held: Held): Promise<void> {
    const { tool } = held;
    const needed = (tool.uses ?? []).flatMap((name) => this.#held.get(name) ?? []);
    await Promise.all(needed.map(({ ended }) => ended));
    if (needed.some(({ state }) => state !== "loaded")) {
      held.state = "failed";
      return;
    }
    const startedAt = performance.now();
    try {
      await this.#runOnLoad(held);
      held.load = { at: Date.now(), ms: performance.now() - startedAt };
      held.state = "loaded";
    } catch (error) {
      held.state = "failed";
      const { message, next } = toProblem(error);
      held.disabled = {
        reason: `It could not be loaded: ${message}`,
        enabledBy: next ?? "Mend that and reload the catalog; only this tool and what uses it are off.",
      };
      this.#log(tool, `could not be loaded: ${message}`);
    }
  }

  async #runOnLoad({ tool, stop }: Held): Promise<void> {
    if (!tool.onLoad) return;
    const { getService } = this.#options;
    const log = (line: string) => this.#log(tool, line);
    await waitBounded(async (signal) => tool.onLoad?.({ getService, log, signal }), {
      msMax: this.#loadMsMax,
      signal: stop.signal,
      onLate: () => void this.#release(tool),
    });
  }

  async #release(tool: HostTool): Promise<void> {
    if (!tool.onUnload) return;
    const { signal } = new AbortController();
    try {
      await waitBounded(async () => tool.onUnload?.(), { msMax: this.#loadMsMax, signal, onLate: () => undefined });
    } catch (error) {
      this.#log(tool, `could not be unloaded: ${toProblem(error).message}`);
    }
  }

  async #waitFor(fresh: readonly Held[]): Promise<void> {
    const all = Promise.all(fresh.map(({ ended }) => ended)).then(() => true);
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), this.#options.patienceMs ?? PATIENCE_MS);
    });
    const isAllEnded = await Promise.race([all, patience]);
    clearTimeout(timer);
    if (!isAllEnded) void all.then(() => this.#options.onSettled());
  }

  #log(tool: HostTool, line: string): void {
    this.#options.log(`${nameOf(tool)}: ${line}`);
  }
}
