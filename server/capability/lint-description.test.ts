import { expect, test } from "vitest";
import { lintDescription } from "./lint-description";

const GOOD = "Looks up one ticket by its number and answers its progress.";

test.each([
  ["nothing wrong", { description: GOOD, when: "The user asks how far a ticket is." }, []],
  [
    "the article's good one",
    { description: "根据工单编号查询工单的当前处理状态。当用户询问审批进度时使用。", when: "" },
    [],
  ],
  ["the article's first one", { description: "查询工单状态", when: "" }, ["too_short", "no_when"]],
  ["nothing at all", { description: " ", when: "" }, ["no_description", "no_when"]],
  ["the name again", { description: "Query ticket status.", when: "x" }, ["repeats_name"]],
  ["praise", { description: `${GOOD} Very stable and powerful, 强烈推荐!`, when: "x" }, ["praise"]],
  ["a page", { description: GOOD.repeat(12), when: "x" }, ["too_long"]],
])("%s", (_what, text, codes) => {
  expect(lintDescription({ name: "query_ticket_status", ...text }).map(({ code }) => code)).toEqual(codes);
});

test("praise is quoted as it stands", () => {
  const [finding] = lintDescription({
    name: "a",
    description: `该工具非常强大、非常稳定、强烈推荐, ${GOOD}`,
    when: "x",
  });
  expect(finding?.message).toContain('"非常强大", "非常稳定", "强烈推荐"');
});
