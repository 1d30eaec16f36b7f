import type { JsonObject } from "#server/capability/json";
import type { CodeFrame } from "./frames";
import { SANDBOX_LIMITS } from "./limits";
import type { RpcAnswer } from "./outcome";
import type { SandboxPorts } from "./sandbox";

export type RpcFault = { code: "E_RPC_FLIGHT" | "E_RPC_LIMIT"; detail: string };
type RpcFrame = Exclude<CodeFrame, { kind: "result" }>;

export type RpcDeskOptions = {
  ports: Pick<SandboxPorts, "callStep" | "callService" | "onDenied">;
  maxLlmCalls: number;
  services: readonly string[];
  /** Writes one rpc_result to the code. */
  answer(frame: JsonObject): void;
  /** A port broke its contract and threw. */
  onPortError(error: unknown): void;
};

const SECRETS = /\b(?:sk|pk|rk|key|ghp|gho|xox[abp])[-_][A-Za-z0-9_-]{12,}\b|\b[Bb]earer\s+[A-Za-z0-9._~+/-]{8,}=*/g;

/** Error text of a model or service may quote a key; code must not see it (sandbox.md 6, row 94). */
export function maskErrorText(text: string): string {
  return text.replace(SECRETS, "[masked]");
}

/**
 * Answers the calls of one job. Over the budget of model calls it answers `budget_exceeded` and the run goes on
 * (design.md 4); more than four calls waiting at once is a fault (sandbox.md 6, row 91).
 */
export class RpcDesk {
  readonly #options: RpcDeskOptions;
  readonly #stopped = new AbortController();
  readonly #waiting = new Set<Promise<void>>();
  #serviceCalls = 0;
  llmCalls = 0;
  cacheHits = 0;

  constructor(options: RpcDeskOptions) {
    this.#options = options;
  }

  /** Starts a call; its answer is written when it comes. Returns the fault that ends the run, or null. */
  dispatch(frame: RpcFrame): RpcFault | null {
    if (frame.kind === "service" && !this.#options.services.includes(frame.service)) {
      this.#options.ports.onDenied(`service ${frame.service}.${frame.method}`);
      this.#write(frame.id, { ok: false, error: "service_not_required" });
      return null;
    }
    if (frame.kind === "step" && this.llmCalls >= this.#options.maxLlmCalls) {
      this.#write(frame.id, { ok: false, error: "budget_exceeded" });
      return null;
    }
    if (this.#waiting.size >= SANDBOX_LIMITS.rpcInFlightMax) {
      return { code: "E_RPC_FLIGHT", detail: `more than ${SANDBOX_LIMITS.rpcInFlightMax}` };
    }
    if (frame.kind === "step") this.llmCalls++;
    else if (++this.#serviceCalls > SANDBOX_LIMITS.serviceCallsMax) {
      return { code: "E_RPC_LIMIT", detail: `more than ${SANDBOX_LIMITS.serviceCallsMax} calls` };
    }
    const call = this.#call(frame).finally(() => this.#waiting.delete(call));
    this.#waiting.add(call);
    return null;
  }

  /** Aborts what is waiting; answers that still come are not written. Resolves when every port has let go, or after 1 s. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, 1_000);
    });
    await Promise.race([Promise.all(this.#waiting), patience]);
    clearTimeout(timer);
  }

  async #call(frame: RpcFrame): Promise<void> {
    const { ports } = this.#options;
    const signal = this.#stopped.signal;
    try {
      const answer =
        frame.kind === "step"
          ? await ports.callStep({ stepId: frame.stepId, input: frame.input, maxTokens: frame.maxTokens }, signal)
          : await ports.callService({ service: frame.service, method: frame.method, input: frame.input }, signal);
      if (answer.ok && answer.cached === true) this.cacheHits++;
      this.#write(frame.id, answer);
    } catch (error) {
      this.#options.onPortError(error);
      this.#write(frame.id, { ok: false, error: "host_error" });
    }
  }

  #write(id: string | number, answer: RpcAnswer): void {
    if (this.#stopped.signal.aborted) return;
    const body: JsonObject = answer.ok
      ? { ok: true, data: answer.data, ...(answer.cached === undefined ? {} : { cached: answer.cached }) }
      : { ok: false, error: maskErrorText(answer.error) };
    this.#options.answer({ __frame__: "rpc_result", id, ...body });
  }
}
