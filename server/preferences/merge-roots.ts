import { projectRoots, type RootSetting, type Settings } from "#server/settings";

/** All roots in rising precedence: those of Settings lie before PI_CAPABILITY_ROOTS and CAPSTAN_ROOTS, a chosen project's where a project's lie (design.md 4). */
export function mergeRoots(
  settings: Pick<Settings, "roots">,
  project: string | null,
  added: readonly string[],
): RootSetting[] {
  const isVariable = (root: RootSetting): boolean =>
    root.origin === "PI_CAPABILITY_ROOTS" || root.origin === "CAPSTAN_ROOTS";
  const base = settings.roots.filter((root) => root.origin !== "project");
  const shipped = base.filter((root) => root.layer === "L1");
  const before = base.filter((root) => root.layer !== "L1" && !isVariable(root));
  const ofSettings = added.map((path): RootSetting => ({ path, layer: "L2", origin: "settings", admission: "needed" }));
  const all = [...shipped, ...projectRoots(project), ...before, ...ofSettings, ...base.filter(isVariable)];
  // The highest place counts for a folder that is named twice.
  return all.filter((root, index) => all.findLastIndex((other) => other.path === root.path) === index);
}
