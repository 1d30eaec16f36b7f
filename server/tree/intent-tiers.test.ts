import { describe, expect, test } from "vitest";
import type { IntentTier } from "#server/capability/contract";
import { classifyIntent } from "./intent-tiers";

describe("messages and their tiers", () => {
  test.each<[string, IntentTier]>([
    ["你好", "greeting"],
    ["你好！", "greeting"],
    ["Hello", "greeting"],
    ["hi there!", "greeting"],
    ["今天怎么样", "greeting"],
    ["", "greeting"],
    ["hello, read this file", "task_light"],
    ["什么是技能系统", "question"],
    ["What is a capability?", "question"],
    ["who wrote the design", "question"],
    ["我的工单现在到哪一步了", "question"],
    ["请问什么是能力树？", "question"],
    ["Is the deployment done?", "question"],
    ["读取这个文件", "task_light"],
    ["show me the log", "task_light"],
    ["check https://example.com/a", "task_light"],
    ["triage /var/log/app.log", "task_light"],
    ["查询工单 TK-20241215-001 的进度", "task_light"],
    ["the quick brown fox", "task_light"],
    ["创建一个文件", "task_write"],
    ["write a report to report.md", "task_write"],
    ["please fix the build", "task_write"],
    ["帮我写一份周报", "task_write"],
    ["She modified the file, please add that to notes.md", "task_write"],
    ["删除这个目录", "task_delete"],
    ["delete the old logs", "task_delete"],
    ["run rm -rf build", "task_delete"],
    ["批量处理图片", "task_multimodal"],
    ["take a screenshot of the page", "task_multimodal"],
    ["打开网站并填写表单", "task_multimodal"],
  ])("%s -> %s", (message, tier) => expect(classifyIntent(message).tier).toBe(tier));
});

describe("words that only look like others", () => {
  test.each<[string, IntentTier]>([
    ["open the spreadsheet in this folder", "task_light"],
    ["show the undeleted items", "task_light"],
    ["look up the address of the office", "task_light"],
    ["explain the prefix of this file name", "task_light"],
    ["run the alarm test", "task_light"],
    ["read the firmware file", "task_light"],
  ])("%s -> %s", (message, tier) => expect(classifyIntent(message).tier).toBe(tier));
});

describe("negated words do not count", () => {
  test.each<[string, IntentTier]>([
    ["read the file but don't delete anything", "task_light"],
    ["list the folder without removing anything", "task_light"],
    ["读取这个文件，不要删除", "task_light"],
    ["查看文件，别修改它", "task_light"],
    ["I do not want it: delete the file", "task_delete"],
    ["不要犹豫，删除这个文件", "task_delete"],
  ])("%s -> %s", (message, tier) => expect(classifyIntent(message).tier).toBe(tier));
});

test("the reasons name the words that decided", () => {
  expect(classifyIntent("please read notes.md").reasons).toEqual([
    'It makes a request ("please", +0.5).',
    'It names an action ("read", +0.4).',
    'It names a file or folder ("notes.md", +0.6).',
  ]);
  expect(classifyIntent("delete it").reasons).toEqual(['"delete" asks to delete something.']);
  expect(classifyIntent("the quick brown fox").reasons).toHaveLength(1);
});

test("a long pasted log costs next to nothing", () => {
  const message = `triage this: ${"2026-01-01 ERROR delete failed for file /a/b\n".repeat(20_000)}`;
  const started = performance.now();
  for (let at = 0; at < 100; at += 1) classifyIntent(message);
  expect(performance.now() - started).toBeLessThan(500);
});
