import type { ModelAnswer, PlannerHints } from "#server/model/model";
import type { EventPlace, PayloadOf } from "./events";
import { placeInside } from "./places";
import type { Prompt } from "./prompt/section";
import { createStreamJoiner } from "./stream-joiner";
import type { Turn } from "./turn";

export type Question = {
  purpose: "action" | "params";
  /** 1 for the first try. */
  attempt: number;
  /** The span the request stands in: the turn's, or that of a call. */
  place: EventPlace;
  /** Built only when the request is not stored yet. */
  toPrompt: () => Prompt;
  toHints: () => PlannerHints;
};

/**
 * Asks the model: the request is stored first, the answer after it. A question whose answer is stored is not asked again;
 * one whose request alone is stored is asked with the stored prompt. A failing model is a result with `ok: false`.
 */
export async function askModel(turn: Turn, question: Question): Promise<PayloadOf<"model_result">> {
  const { journal, ports, signal } = turn;
  const { purpose, attempt } = question;
  const requestId = `request_${turn.place.turn}_${purpose}_${attempt}`;
  const place = placeInside(question.place, requestId);
  const { payload: request } = journal.record("model_request", () => ({
    ...place,
    type: "model_request",
    payload: { requestId, purpose, attempt, model: ports.modelLabel(), ...question.toPrompt() },
  }));
  const stored = journal.recall("model_result");
  if (stored) return stored.payload;

  await journal.flush();
  using stop = createStop(signal);
  const skip = journal.streamedCharacters(requestId);
  const joiner = createStreamJoiner(ports, { place, requestId, skip, onBroken: stop.abort });
  const answer = await ports.askModel(
    { purpose, system: request.system, user: request.user, hints: question.toHints() },
    { signal: stop.signal, onText: joiner.push },
  );
  await joiner.settle();
  return journal.record("model_result", () => ({
    ...place,
    type: "model_result",
    payload: toResult(requestId, answer),
  })).payload;
}

/** A signal that follows another one and can be aborted by itself. `AbortSignal.any` leaves a weak link for each question. */
function createStop(outer: AbortSignal): Disposable & { signal: AbortSignal; abort: () => void } {
  const own = new AbortController();
  const follow = () => own.abort(outer.reason);
  if (outer.aborted) follow();
  outer.addEventListener("abort", follow);
  return {
    signal: own.signal,
    abort: () => own.abort(),
    [Symbol.dispose]: () => outer.removeEventListener("abort", follow),
  };
}

function toResult(requestId: string, answer: ModelAnswer): PayloadOf<"model_result"> {
  const { text, usage, durationMs } = answer;
  if (answer.kind === "ok") return { requestId, ok: true, text, finishReason: answer.finishReason, usage, durationMs };
  return { requestId, ok: false, text, finishReason: "error", usage, durationMs, problem: answer.problem };
}

/** Why a result cannot be used; null for an answer. An abort counts as cancelled whether or not the answer still came. */
export function whyUnusable(
  turn: Turn,
  result: PayloadOf<"model_result">,
): { kind: "cancelled" } | { kind: "fail"; problem: NonNullable<PayloadOf<"model_result">["problem"]> } | null {
  if (turn.signal.aborted || result.problem?.code === "cancelled") return { kind: "cancelled" };
  if (result.ok) return null;
  const problem = result.problem ?? { code: "model_bad_answer", message: "The model gave no answer and no reason." };
  return { kind: "fail", problem };
}
