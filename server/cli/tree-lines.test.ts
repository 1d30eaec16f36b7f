import { expect, test } from "vitest";
import type { TreeView } from "#server/tree/introspect/tree-view";
import { toTreeLines } from "./tree-lines";

const toView = (name: string, changes: Partial<TreeView> = {}): TreeView => ({
  id: name,
  name,
  kind: "tool",
  min_tier: "question",
  summary: `Does ${name}`,
  dynamic: false,
  disabled: false,
  children: [],
  ...changes,
});

test("branches are drawn as the seed draws them", () => {
  const a = toView("a", { disabled: true });
  const b = toView("b", { dynamic: true });
  const group = toView("fs", { kind: "group", min_tier: null, summary: "Files", children: [a, b] });
  const empty = toView("web", { kind: "group", min_tier: null, summary: "" });
  expect(toTreeLines([group, empty])).toEqual([
    "├── fs/  Files",
    "│   ├── a [question, disabled]  Does a",
    "│   └── b [question, dynamic]  Does b",
    "└── web/",
  ]);
});
