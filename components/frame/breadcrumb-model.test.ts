import { expect, test } from "vitest";
import { toCrumbs } from "./breadcrumb-model";

const words = { capabilities: "Capabilities", executions: "Executions" };

test.each([
  ["the root has no crumbs", "/", []],
  ["a room is named by its word", "/capabilities", [{ label: "Capabilities", href: "/capabilities" }]],
  [
    "a name is decoded",
    "/capabilities/%E6%97%A5%E5%BF%97",
    [
      { label: "Capabilities", href: "/capabilities" },
      { label: "日志", href: "/capabilities/%E6%97%A5%E5%BF%97" },
    ],
  ],
  [
    "an execution leads back to the runs",
    "/executions/ex1",
    [
      { label: "Executions", href: "/runs?kind=execution" },
      { label: "ex1", href: "/executions/ex1" },
    ],
  ],
  [
    "a malformed escape is shown as typed",
    "/other/%E6",
    [
      { label: "other", href: "/other" },
      { label: "%E6", href: "/other/%E6" },
    ],
  ],
])("%s", (_, pathname, crumbs) => expect(toCrumbs(pathname, words)).toEqual(crumbs));
