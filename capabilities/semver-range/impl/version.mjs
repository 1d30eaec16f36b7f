const IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
const VERSION = new RegExp(
  `^[v=\\s]*(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+[0-9A-Za-z.-]+)?$`,
);

const isNumeric = (identifier) => /^\d+$/.test(identifier);

/** {major, minor, patch, prerelease: [], text} of a SemVer 2.0.0 version; null when it is none. Build metadata does not count. */
export function parseVersion(text) {
  const match = VERSION.exec(text.trim());
  if (match === null) return null;
  const [major, minor, patch] = match.slice(1, 4).map(Number);
  if (![major, minor, patch].every(Number.isSafeInteger)) return null;
  const prerelease = match[4]?.split(".") ?? [];
  const tail = prerelease.length === 0 ? "" : `-${prerelease.join(".")}`;
  return { major, minor, patch, prerelease, text: `${major}.${minor}.${patch}${tail}` };
}

function compareIdentifiers(a, b) {
  if (isNumeric(a) && isNumeric(b)) return Number(a) - Number(b);
  // Numbers come before words (SemVer 11.4.3).
  if (isNumeric(a) !== isNumeric(b)) return isNumeric(a) ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}

function comparePrereleases(a, b) {
  // A release is newer than its prereleases.
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (const [index, identifier] of a.entries()) {
    if (index >= b.length) return 1;
    const order = compareIdentifiers(identifier, b[index]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Negative, zero or positive, by SemVer 2.0.0 section 11. */
export function compareVersions(a, b) {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePrereleases(a.prerelease, b.prerelease);
}
