import { expect, test } from "vitest";
import { cookieOf } from "./authenticate";

test.each([
  [undefined, null],
  ["", null],
  ["capstan_session_3210=abc", "abc"],
  ["other=1; capstan_session_3210=abc; x=2", "abc"],
  ["capstan_session_3211=abc", null],
  ["xcapstan_session_3210=abc", null],
  ["capstan_session_3210=", null],
  ["capstan_session_3210", null],
  ["capstan_session_3210=a=b", "a=b"],
])("the session token of cookie header %s is %s", (header, token) => {
  expect(cookieOf(header, "capstan_session_3210")).toBe(token);
});
