import { expect, test } from "vitest";
import { createNearestIndex } from "./nearest";

const NAMES = ["fs_search_files", "fs_read_file", "log-triage", "csv-profile", "query_ticket_status", "工单查询"];

test.each([
  ["search_files", ["fs_search_files"]],
  ["searchFiles", ["fs_search_files"]],
  ["log-traige", ["log-triage"]],
  ["logtriage", ["log-triage"]],
  ["csv_profiler", ["csv-profile"]],
  ["ticket_status_query", ["query_ticket_status"]],
  ["工单查", ["工单查询"]],
  ["weather", []],
  ["", []],
  ["---", []],
])("%s may have meant %j", (identifier, names) => {
  expect(createNearestIndex(NAMES).find(identifier, 3).slice(0, 1)).toEqual(names);
});

test("at most the wanted number comes back", () => {
  expect(createNearestIndex(["tool-a", "tool-b", "tool-c"]).find("tool-d", 2)).toEqual(["tool-a", "tool-b"]);
});
