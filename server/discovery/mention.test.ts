import { expect, test } from "vitest";
import { buildSearchIndex } from "./build-index";
import { createMentionIndex } from "./mention";
import { makeDocument } from "./testing";

const NAMES = [
  { name: "csv-profile", title: "Table profile" },
  { name: "csv-profile-diff", title: "" },
  { name: "log_triage", title: "日志分诊" },
  { name: "default", title: "Default" },
  { name: "query_ticket_status", title: "Ticket" },
  { name: "工单", title: "" },
  { name: "x", title: "" },
  { name: "base64", title: "" },
];
const index = createMentionIndex(NAMES);
const found = (text: string) =>
  index.find(text).map(({ document, offset, length }) => [NAMES[document]?.name, text.slice(offset, offset + length)]);

test.each<[string, (string | undefined)[][]]>([
  ["run csv-profile on it", [["csv-profile", "csv-profile"]]],
  ["run csv-profile-diff on it", [["csv-profile-diff", "csv-profile-diff"]]],
  ["csv-profile-next", []],
  [
    "csv profile and LOG-TRIAGE",
    [
      ["csv-profile", "csv profile"],
      ["log_triage", "LOG-TRIAGE"],
    ],
  ],
  ["mycsv-profile csv-profiles", []],
  ["用csv-profile看看", [["csv-profile", "csv-profile"]]],
  [
    "请日志分诊一下工单系统",
    [
      ["log_triage", "日志分诊"],
      ["工单", "工单"],
    ],
  ],
  ["the table profile, please", [["csv-profile", "table profile"]]],
  ["the default ticket", []],
  ["use `default` now", [["default", "default"]]],
  ["default", [["default", "default"]]],
  ["ｃｓｖ－ｐｒｏｆｉｌｅ is it", [["csv-profile", "ｃｓｖ－ｐｒｏｆｉｌｅ"]]],
  [
    "log_triage, then csv-profile, then log_triage",
    [
      ["log_triage", "log_triage"],
      ["csv-profile", "csv-profile"],
    ],
  ],
  ["base64 and x", [["base64", "base64"]]],
  ["query_ticket_status.", [["query_ticket_status", "query_ticket_status"]]],
  ["", []],
])("in %j the mentions are %j", (text, mentions) => {
  expect(found(text)).toEqual(mentions);
});

test("capabilities of one name are all mentioned, and come as hits with the place in the text", () => {
  const search = buildSearchIndex([
    makeDocument("log-kit"),
    makeDocument("log-kit", { kind: "skill" }),
    makeDocument("other-kit"),
  ]);
  const hits = search.mentions("see log-kit");
  expect(hits.map(({ kind, ways }) => [kind, ways])).toEqual([
    ["tool", [{ way: "mention", offset: 4, length: 7 }]],
    ["skill", [{ way: "mention", offset: 4, length: 7 }]],
  ]);
});

test("a text of 200,000 characters is read against 2,000 names in well under a second", () => {
  const many = createMentionIndex(
    Array.from({ length: 2000 }, (_, number) => ({ name: `tool-${number}-run`, title: "" })),
  );
  const startedAt = performance.now();
  expect(many.find(`${"some tool text ".repeat(13_000)} tool-7-run`)).toHaveLength(1);
  expect(performance.now() - startedAt).toBeLessThan(1500);
});
