import { describe, expect, test } from "vitest";
import { openTestStore } from "#server/store/testing";
import { createAccess } from "./create-access";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function createClock() {
  let time = Date.UTC(2026, 0, 1);
  return { now: () => new Date(time), forward: (ms: number) => (time += ms) };
}

describe("access", () => {
  test("a launch token opens exactly one session, however many ask at once", async () => {
    await using store = await openTestStore();
    const access = createAccess({ store });
    const token = await access.createLaunchToken();
    const answers = await Promise.all(Array.from({ length: 5 }, () => access.redeemLaunchToken(token, "test")));
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    expect(await access.redeemLaunchToken("unknown", "test")).toBeNull();
  });

  test("a launch token is worth nothing after 15 minutes", async () => {
    await using store = await openTestStore();
    const clock = createClock();
    const access = createAccess({ store, now: clock.now });
    const token = await access.createLaunchToken();
    clock.forward(15 * MINUTE + 1);
    expect(await access.redeemLaunchToken(token, "test")).toBeNull();
  });

  test("a session lasts 30 days across restarts and ends when it is closed", async () => {
    await using store = await openTestStore();
    const clock = createClock();
    const access = createAccess({ store, now: clock.now });
    const opened = await access.redeemLaunchToken(await access.createLaunchToken(), "test");
    if (!opened) throw new Error("no session");

    clock.forward(29 * DAY);
    const afterRestart = createAccess({ store, now: clock.now });
    expect(await afterRestart.personOf(opened.sessionToken)).toEqual(opened.person);
    expect(await afterRestart.personOf(`${opened.sessionToken}x`)).toBeNull();

    const second = await access.redeemLaunchToken(await access.createLaunchToken(), "test");
    if (!second) throw new Error("no session");
    await access.closeSession(second.sessionToken);
    expect(await access.personOf(second.sessionToken)).toBeNull();

    clock.forward(DAY + 1);
    expect(await access.personOf(opened.sessionToken)).toBeNull();
  });

  test("no token is stored as it is", async () => {
    await using store = await openTestStore();
    const access = createAccess({ store });
    const token = await access.createLaunchToken();
    const opened = await access.redeemLaunchToken(token, "test");
    const stored = JSON.stringify([await store.db.launchToken.findMany(), await store.db.session.findMany()]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(opened?.sessionToken);
  });
});
