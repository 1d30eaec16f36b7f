import { expect, test } from "vitest";
import { toCatalogModel } from "./catalog-model";
import { countWinners, findOverrides, type Root } from "./layers-model";
import { makeCatalog, makeEntry } from "./testing";

const makeRoot = (path: string, order: number): Root => ({
  path,
  order,
  layer: order === 0 ? "L1" : "L2",
  origin: "user",
  admission: "not_needed",
  exists: true,
  writable: true,
  counts: { entries: 0, broken: 0, shadowed: 0 },
});
const roots = [makeRoot("/shipped", 0), makeRoot("/team", 1), makeRoot("/late", 2)];

const at = (rootPath: string, name: string, changes: object = {}) =>
  makeEntry({ name, rootPath, folder: `${rootPath}/${name}`, ...changes });

const entries = [
  at("/team", "alpha", { digest: "sha256:02" }),
  at("/shipped", "alpha", { place: "shadowed", state: "shadowed", digest: "sha256:01" }),
  at("/team", "beta"),
  at("/team", "beta", { place: "shadowed", state: "shadowed", folder: "/team/beta-copy" }),
  at("/team", "gamma"),
  at("/late", "gamma", { place: "broken", state: "broken", type: null, digest: null }),
  at("/team", "delta"),
  at("/shipped", "delta", { place: "broken", state: "broken", type: null, digest: null }),
  at("/team", "epsilon"),
  at("/late", "epsilon", { place: "pending", state: "pending" }),
  at("/shipped", "epsilon", { place: "pending", state: "pending" }),
  at("/team", "zeta"),
  at("/team", "Zeta", { place: "broken", state: "broken", type: null, digest: null }),
  at("/team", "alone"),
  at("/late", "nobody", { place: "broken", state: "broken", type: null, digest: null }),
];
const model = toCatalogModel(makeCatalog([], entries));

test("every name that more than one folder claims is told with what happens to it", () => {
  expect(
    findOverrides(model, roots).map(({ kind, name, other, winner, isSame }) => [
      name,
      kind,
      other.entry?.folder,
      winner?.entry?.folder,
      isSame,
    ]),
  ).toEqual([
    ["Zeta", "case", "/team/Zeta", "/team/zeta", null],
    ["alpha", "override", "/shipped/alpha", "/team/alpha", false],
    ["beta", "same_root", "/team/beta-copy", "/team/beta", true],
    ["delta", "broken_below", "/shipped/delta", "/team/delta", null],
    ["epsilon", "waiting", "/late/epsilon", "/team/epsilon", true],
    ["epsilon", "waiting_below", "/shipped/epsilon", "/team/epsilon", true],
    ["gamma", "broken_override", "/late/gamma", "/team/gamma", null],
  ]);
});

test("each pair has the id of the entry that is not used, which is selected by it", () => {
  const ids = findOverrides(model, roots).map(({ other }) => other.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(model.byId.has(id)).toBe(true);
});

test("roots count what they won", () => expect(countWinners(entries)).toEqual(new Map([["/team", 7]])));
