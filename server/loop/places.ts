import type { EventPlace } from "./events";
import type { RunView, Task } from "./run-view";

/** Where an event of the run as a whole belongs: its own loop, no turn. */
export function placeOfRun(view: RunView): EventPlace {
  const [root] = view.tasks;
  return { turn: view.counts.turns, ...taskIds(root), span_id: root.spanId, parent_span_id: "" };
}

/** Where the events of one turn belong. Spans nest: run or focus mode, turn, call or model request. */
export function placeOfTurn(task: Task, turn: number): EventPlace {
  return { turn, ...taskIds(task), span_id: `turn_${turn}`, parent_span_id: task.spanId };
}

/** A span inside another one, such as a model request inside a turn. */
export function placeInside(outer: EventPlace, spanId: string): EventPlace {
  return { ...outer, span_id: spanId, parent_span_id: outer.span_id };
}

/** Where the events of one call belong; its card on the screen is found by `call_id`. */
export function placeOfCall(outer: EventPlace, callId: string): EventPlace {
  return { ...placeInside(outer, callId), call_id: callId };
}

function taskIds(task: Task): Pick<EventPlace, "task_id" | "parent_task_id"> {
  return { task_id: task.id, parent_task_id: task.parentId };
}
