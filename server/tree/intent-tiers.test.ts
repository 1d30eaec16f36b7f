import { describe, expect, test } from "vitest";
import type { IntentTier } from "#server/capability/contract";
import { createDefaultTree } from "./default-tree";
import { intentRulesOf } from "./intent-rules";
import { classifyIntent } from "./intent-tiers";
import type { TreeNode } from "./node";

const RULES = intentRulesOf(createDefaultTree([]));
const tierOf = (message: string) => classifyIntent(message, RULES).tier;

describe("messages of one word or none", () => {
  test.each<[string, IntentTier]>([
    ["", "greeting"],
    ["   ", "greeting"],
    ["?", "question"],
    ["你好！", "greeting"],
    ["hello, read this file", "task_light"],
    ["Hello! What is a forge?", "question"],
    ["the quick brown fox", "task_light"],
  ])("%s -> %s", (message, tier) => expect(tierOf(message)).toBe(tier));
});

describe("words that only look like others", () => {
  test.each<[string, IntentTier]>([
    ["open the spreadsheet in this folder", "task_light"],
    ["show the undeleted items", "task_light"],
    ["look up the address of the office", "task_light"],
    ["explain the prefix of this file name", "task_light"],
    ["run the alarm test", "task_light"],
    ["read the firmware file", "task_light"],
    ["check delete.sh and remove-old.mjs", "task_light"],
    ["show what removeAll() calls", "task_light"],
  ])("%s -> %s", (message, tier) => expect(tierOf(message)).toBe(tier));
});

describe("negated words do not count", () => {
  test.each<[string, IntentTier]>([
    ["don't delete anything", "task_light"],
    ["please do not under any circumstances delete it, just list it", "task_light"],
    ["delete nothing", "task_light"],
    ["no file may be deleted", "task_light"],
    ["读取这个文件，不要删除", "task_light"],
    ["不要把这个文件删掉", "task_light"],
    ["查看文件，别修改它", "task_light"],
    ["don't forget to delete it", "task_delete"],
    ["do not hesitate to delete it", "task_delete"],
    ["I do not want it: delete the file", "task_delete"],
    ["不要犹豫，删除这个文件", "task_delete"],
    ["把不要的文件都删除", "task_delete"],
    ["删除别的文件", "task_delete"],
    ["把没用的分支删掉", "task_delete"],
  ])("%s -> %s", (message, tier) => expect(tierOf(message)).toBe(tier));
});

describe("a mention is no request", () => {
  test.each<[string, IntentTier]>([
    ['what does "delete" do?', "question"],
    ['search for "delete all" in the log', "task_light"],
    ["execute `rm -r dist`", "task_delete"],
    ["the button to delete users is broken, fix it", "task_write"],
    ["Can it be deleted?", "question"],
    ["Can it be deleted? If so, do it.", "task_delete"],
    ["请删除日志", "task_delete"],
    ["检查删除日志的脚本 a.sh", "task_light"],
    ["remove the blank lines from a.txt", "task_write"],
    ["delete the duplicates folder", "task_delete"],
  ])("%s -> %s", (message, tier) => expect(tierOf(message)).toBe(tier));
});

test("the reasons name the words that decided, and those that do not count with why", () => {
  expect(classifyIntent("please read notes.md", RULES).reasons).toEqual([
    'It makes a request ("please", +0.5).',
    'It names an action ("read", +0.4).',
    'It names a file or folder ("notes.md", +0.6).',
  ]);
  expect(classifyIntent("Delete it", RULES).reasons).toEqual(['"Delete" asks to delete something.']);
  expect(classifyIntent("read a.md, don't delete it", RULES).reasons).toContain(
    '"delete" does not count: it is negated.',
  );
  expect(classifyIntent("the quick brown fox", RULES).reasons).toHaveLength(1);
});

test("the evidence points into the message as it was typed", () => {
  const message = "  İstanbul’da hava? 请把 old.log 删除";
  const { evidence } = classifyIntent(message, RULES);
  expect(evidence.map(({ start, end, text }) => [message.slice(start, end), text])).toEqual([["删除", "删除"]]);
});

test("the words come from the tree: a trusted capability's classify, a draft's do not", () => {
  const node = (state: "trusted" | "draft"): TreeNode => ({
    id: "composed/shredder",
    name: "shredder",
    kind: "tool",
    parent: "composed",
    source: "capability",
    state,
    metadata: { routing: { intent_priority: 30, intent_keywords: { en: ["shred"], zh: ["粉碎"] } } },
  });
  const withNode = (state: "trusted" | "draft") => ({ nodes: [...createDefaultTree([]).nodes, node(state)] });
  const tiers = (state: "trusted" | "draft") =>
    ["shred the old drafts", "粉碎旧草稿"].map(
      (message) => classifyIntent(message, intentRulesOf(withNode(state))).tier,
    );
  expect(tiers("trusted")).toEqual(["task_delete", "task_delete"]);
  expect(tiers("draft")).toEqual(["task_light", "task_light"]);
});

test("a long pasted log costs next to nothing, and so does a sentence without an end", () => {
  const log = `triage this: ${"2026-01-01 ERROR delete failed for file /a/b\n".repeat(20_000)}`;
  const endless = "why don't you delete it and not never ".repeat(20_000);
  const started = performance.now();
  for (let at = 0; at < 50; at += 1) {
    classifyIntent(log, RULES);
    classifyIntent(endless, RULES);
    classifyIntent("不要别没有删".repeat(2_000), RULES);
  }
  expect(performance.now() - started).toBeLessThan(1_500);
});
