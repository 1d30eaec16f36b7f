import { expect, test } from "vitest";
import { toExitCode } from "./exit-codes";

test.each([
  ["bad_input", 2],
  ["not_found", 2],
  ["E_INPUT_SCHEMA", 2],
  ["draft_refused", 3],
  ["forbidden", 3],
  ["root_pending", 3],
  ["disabled", 3],
  ["E_SANDBOX_LEVEL", 3],
  ["E_TIMEOUT", 1],
  ["model_unreachable", 1],
  ["internal", 1],
])("the problem %s ends a command with %i", (code, exit) => expect(toExitCode({ code })).toBe(exit));
