import { expect, test } from "vitest";
import { findRequest } from "./find-request";

test.each([
  ["one line: 2026-01-01, 12", "one line: 2026-01-01, 12"],
  ["What went wrong?\n2026-01-01 10:00:00 ERROR db\n  caused by x\n2026-01-01 10:00:01 ERROR db", "What went wrong?"],
  ["2026-01-01 10:00 ERROR db\n2026-01-01 10:01 ERROR db\n是什么原因？", "是什么原因？"],
  ["Profile this\nname,age,city\nAnna,31,Bern", "Profile this"],
  ["Look:\n```\nrm -rf build\n```\nIs it safe?", "Look:\n\n\nIs it safe?"],
  ['Pick the ids\n{\n "a": [1]\n}', "Pick the ids"],
  ["First I want this.\nThen, if it works, that.", "First I want this.\nThen, if it works, that."],
  ["2026-01-01 10:00 ERROR db\n2026-01-01 10:01 ERROR db", "2026-01-01 10:00 ERROR db\n2026-01-01 10:01 ERROR db"],
  ["```\nonly code\n```", "```\nonly code\n```"],
  ["", ""],
])("of %j the request is %j", (text, request) => {
  expect(findRequest(text)).toBe(request);
});
