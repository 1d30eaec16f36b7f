import { expect, test } from "vitest";
import { projectRoots, type RootSetting, type Settings } from "#server/settings";
import { mergeRoots } from "./merge-roots";

function root(path: string, origin: string, layer: "L1" | "L2" = "L2"): RootSetting {
  return { path, layer, origin, admission: "needed" };
}

function rootsOf(project: string | null): Pick<Settings, "roots"> {
  return {
    roots: [
      root("/app/capabilities", "shipped", "L1"),
      ...projectRoots(project),
      root("/home/.pi/agent/capability/capabilities", "user"),
      root("/from/file", "/home/.pi/agent/capability.json"),
      root("/from/pi", "PI_CAPABILITY_ROOTS"),
      root("/from/capstan", "CAPSTAN_ROOTS"),
    ],
  };
}

const paths = (project: string | null, chosen: string | null, added: string[]): string[] =>
  mergeRoots(rootsOf(project), chosen, added).map(({ path }) => path);

test("roots of Settings lie after files and before variables", () => {
  expect(paths("/project", "/project", ["/added"])).toEqual([
    "/app/capabilities",
    "/project/.pi/capabilities",
    "/project/.capstan/capabilities",
    "/home/.pi/agent/capability/capabilities",
    "/from/file",
    "/added",
    "/from/pi",
    "/from/capstan",
  ]);
});

test("a project chosen in Settings takes the place of the environment's", () => {
  expect(paths("/old", "/new", []).filter((path) => path.includes("/.pi/cap") || path.includes("/.capstan/"))).toEqual([
    "/new/.pi/capabilities",
    "/new/.capstan/capabilities",
  ]);
});

test("a folder that is named twice counts once, at its highest place", () => {
  expect(paths(null, null, ["/from/file", "/from/capstan"])).toEqual([
    "/app/capabilities",
    "/home/.pi/agent/capability/capabilities",
    "/from/file",
    "/from/pi",
    "/from/capstan",
  ]);
});
