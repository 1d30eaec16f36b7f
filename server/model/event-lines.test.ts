import { expect, test } from "vitest";
import { createEventReader } from "./event-lines";

const STREAM = ': a comment\r\nid: 7\ndata: {"a":1}\r\n\r\ndata:two\ndata: lines\n\n\ndata: 工单\n\ndata: open end\n';
const EVENTS = ['{"a":1}', "two\nlines", "工单"];

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  "pieces of %i characters give the same events as the whole",
  (size) => {
    const events: string[] = [];
    const reader = createEventReader((data) => events.push(data));
    for (let start = 0; start < STREAM.length; start += size) reader.push(STREAM.slice(start, start + size));
    expect(events).toEqual(EVENTS);
    reader.push("\n");
    expect(events).toEqual([...EVENTS, "open end"]);
  },
);
