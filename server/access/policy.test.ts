import { describe, expect, test } from "vitest";
import { isAppError } from "#server/errors";
import { type Actor, PERMISSIONS } from "./access";
import { assertMay } from "./policy";

const person: Actor = { kind: "person", person: { id: "owner", name: "owner" } };
const cli: Actor = { kind: "cli" };
const CLI_MAY = ["read", "execute", "start_run", "open_session"];

function refusalOf(actor: Actor, permission: (typeof PERMISSIONS)[number]): string | null {
  try {
    assertMay(actor, permission);
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return `${error.code}: ${error.message} ${error.next}`;
  }
}

describe("policy", () => {
  test.each(PERMISSIONS)("a person's session may %s", (permission) => {
    expect(refusalOf(person, permission)).toBeNull();
  });

  test.each(PERMISSIONS.map((permission) => [permission, CLI_MAY.includes(permission)] as const))(
    "the command line asking to %s is allowed: %s",
    (permission, isAllowed) => {
      const refusal = refusalOf(cli, permission);
      if (isAllowed) expect(refusal).toBeNull();
      else expect(refusal).toMatch(/^forbidden: The command line may not .+\. .+\.$/);
    },
  );
});
