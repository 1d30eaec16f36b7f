"use client";

import { useCallback, useMemo, useState } from "react";
import { type CatalogTreeItem, findAncestors, toGroupIds, toGroupIdsAbove } from "./tree-items";

/** Up to so many entries the whole tree starts open. */
const OPEN_ALL_MAX = 150;

/** Which groups are open: all of a small tree and those around the entry a link named, then as a person opened and closed. */
export function useTreeExpansion(tree: readonly CatalogTreeItem[], count: number, selectedId: string | null) {
  const [linkedId] = useState(selectedId);
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const expanded = useMemo(() => {
    const around = linkedId === null ? [] : findAncestors(tree, linkedId);
    const open = new Set(count <= OPEN_ALL_MAX ? toGroupIds(tree) : around);
    for (const [id, isOpen] of changed) {
      if (isOpen) open.add(id);
      else open.delete(id);
    }
    return open;
  }, [tree, count, linkedId, changed]);
  const setExpanded = useCallback(
    (id: string, isOpen: boolean) => setChanged((before) => new Map(before).set(id, isOpen)),
    [],
  );
  const setAllExpanded = useCallback(
    (isOpen: boolean) => setChanged(new Map(toGroupIds(tree).map((id) => [id, isOpen]))),
    [tree],
  );
  /** Opens exactly the groups of the outermost levels. */
  const setDepth = useCallback(
    (depth: number | "all") => {
      const open = new Set(toGroupIdsAbove(tree, depth === "all" ? Number.POSITIVE_INFINITY : depth));
      setChanged(new Map(toGroupIds(tree).map((id) => [id, open.has(id)])));
    },
    [tree],
  );
  /** Opens the groups around an entry, so that it shows. */
  const reveal = useCallback(
    (id: string) =>
      setChanged((before) => {
        const next = new Map(before);
        for (const group of findAncestors(tree, id)) next.set(group, true);
        return next;
      }),
    [tree],
  );
  return { expanded, setExpanded, setAllExpanded, setDepth, reveal };
}
