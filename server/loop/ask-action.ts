import { allowedActions } from "./allowed-actions";
import { askModel, whyUnusable } from "./ask-model";
import { type ParsedAction, parseAction } from "./parse-action";
import { toActionHints } from "./planner-hints";
import { toActionPrompt } from "./prompt/action-prompt";
import { observe, type Turn, type TurnOutcome } from "./turn";

/** Answers asked for before a turn gives up (domain.md 1.3). */
const ATTEMPTS_MAX = 5;

type ChosenAction = Extract<ParsedAction, { kind: "action" }>;

/** Asks for the one action of this turn. An answer that is none is asked again with the reason, five times at most. */
export async function askAction(turn: Turn): Promise<ChosenAction | TurnOutcome> {
  const actions = allowedActions(turn);
  let reason = "";
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const result = await askModel(turn, {
      purpose: "action",
      attempt,
      place: turn.place,
      toPrompt: () => toActionPrompt(turn.journal.state, turn.view, actions),
      toHints: () => toActionHints(turn, actions),
    });
    const unusable = whyUnusable(turn, result);
    if (unusable) return unusable;
    const parsed = parseAction(result.text, actions);
    if (parsed.kind === "action") {
      recordAction(turn, parsed);
      return parsed;
    }
    reason = parsed.reason;
    observe(turn, { observation: reason, source: "verifier", isError: true });
  }
  return {
    kind: "fail",
    problem: {
      code: "model_bad_answer",
      message: `The model gave no usable answer in ${ATTEMPTS_MAX} attempts. The last one: ${reason}`,
      next: "Ask again, or choose another model in Settings.",
    },
  };
}

function recordAction({ journal, place }: Turn, { action, identifier, thought, params }: ChosenAction): void {
  if (thought !== null) journal.record("thought", () => ({ ...place, type: "thought", payload: { thought } }));
  journal.record("action", () => ({ ...place, type: "action", payload: { action, identifier, params } }));
}
