/** One line of the palette that is not a capability: a page to go to or an action to do. */
export type PaletteCommand = { id: string; label: string; keywords: string };

/** The commands whose words all begin somewhere in label or keywords; an empty query keeps all, order is kept. Pure. */
export function findCommands<T extends PaletteCommand>(commands: readonly T[], query: string): T[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter((command) => {
    const places = `${command.label} ${command.keywords}`.toLowerCase().split(/\s+/);
    return words.every((word) => places.some((place) => place.startsWith(word)));
  });
}

/** The next line for an arrow key, wrapping round; -1 when there is none. Pure. */
export function toPaletteIndex(key: string, index: number, count: number): number {
  if (count === 0) return -1;
  switch (key) {
    case "ArrowDown":
      return (index + 1) % count;
    case "ArrowUp":
      return (index - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return Math.min(index, count - 1);
  }
}
