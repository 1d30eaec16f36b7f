export type Crumb = { label: string; href: string };

/** The steps of an address: the room by its word, the rest as it is in the path. Pure. */
export function toCrumbs(pathname: string, roomWords: Readonly<Record<string, string>>): Crumb[] {
  const parts = pathname.split("/").filter(Boolean);
  return parts.map((part, index) => ({
    label: index === 0 ? (roomWords[part] ?? part) : decodePart(part),
    // Executions have no list of their own; their room is the runs.
    href: index === 0 && part === "executions" ? "/runs?kind=execution" : `/${parts.slice(0, index + 1).join("/")}`,
  }));
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A malformed escape is shown as it was typed.
    return part;
  }
}
