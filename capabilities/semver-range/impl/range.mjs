import { compareVersions, parseVersion } from "./version.mjs";

/** A sentence about what is wrong with a range. */
export class RangeSyntaxError extends Error {}

const PARTIAL =
  /^[v=\s]*(x|X|\*|\d+)(?:\.(x|X|\*|\d+)(?:\.(x|X|\*|\d+)(?:-([0-9A-Za-z.-]+))?)?)?(?:\+[0-9A-Za-z.-]+)?$/;
const OPERATOR = /^(\^|~>?|>=|<=|>|<|=)?\s*(.*)$/;
const HYPHEN = /^\s*(\S+)\s+-\s+(\S+)\s*$/;

/** Parts of "1.2", "1.x" and the like; a part that is open is null. `isOpenToPrereleases` as for parseRange. */
function parsePartial(text, isOpenToPrereleases) {
  const match = PARTIAL.exec(text);
  if (match === null) throw new RangeSyntaxError(`"${text}" is no version`);
  const parts = match.slice(1, 4).map((part) => (part === undefined || /^[xX*]$/.test(part) ? null : Number(part)));
  // After an open part the rest is open too: 1.x.3 means 1.x.
  const [major] = parts;
  const minor = major === null ? null : parts[1];
  const patch = minor === null ? null : parts[2];
  // Where prereleases count, 1.2 begins with the first prerelease of 1.2.0.
  const lowest = patch === null && isOpenToPrereleases ? ["0"] : [];
  const prerelease = patch === null || match[4] === undefined ? lowest : match[4].split(".");
  return { major, minor, patch, prerelease };
}

function versionOf(major, minor, patch, prerelease = []) {
  const tail = prerelease.length === 0 ? "" : `-${prerelease.join(".")}`;
  const version = parseVersion(`${major}.${minor}.${patch}${tail}`);
  if (version === null) throw new RangeSyntaxError(`"${major}.${minor}.${patch}${tail}" is no version`);
  return version;
}

const atLeast = (version) => ({ operator: ">=", version });
/** Below the first prerelease, so that 2.0.0-beta is not below 2.0.0 (node-semver's "-0"). */
const below = (major, minor, patch) => ({ operator: "<", version: versionOf(major, minor, patch, ["0"]) });

function lowest({ major, minor, patch, prerelease }) {
  return versionOf(major, minor ?? 0, patch ?? 0, prerelease);
}

function caret(partial) {
  const { major, minor, patch } = partial;
  const start = atLeast(lowest(partial));
  if (major > 0 || minor === null) return [start, below(major + 1, 0, 0)];
  if (minor > 0 || patch === null) return [start, below(0, minor + 1, 0)];
  return [start, below(0, 0, patch + 1)];
}

function tilde(partial) {
  const { major, minor } = partial;
  return [atLeast(lowest(partial)), minor === null ? below(major + 1, 0, 0) : below(major, minor + 1, 0)];
}

/** The versions that a partial stands for by itself: 1.2 is >=1.2.0 <1.3.0-0. */
function exactly(partial) {
  const { major, minor, patch } = partial;
  if (patch !== null) return [{ operator: "=", version: lowest(partial) }];
  return [atLeast(lowest(partial)), minor === null ? below(major + 1, 0, 0) : below(major, minor + 1, 0)];
}

/** The first version after everything a partial stands for. */
function after({ major, minor, prerelease }) {
  return minor === null ? versionOf(major + 1, 0, 0, prerelease) : versionOf(major, minor + 1, 0, prerelease);
}

function inequality(operator, partial) {
  if (partial.patch !== null) return [{ operator, version: lowest(partial) }];
  if (operator === ">=") return [atLeast(lowest(partial))];
  if (operator === ">") return [atLeast(after(partial))];
  const edge = operator === "<" ? lowest(partial) : after(partial);
  return [below(edge.major, edge.minor, edge.patch)];
}

function toComparators(token, isOpenToPrereleases) {
  const [, operator = "=", rest] = OPERATOR.exec(token);
  const partial = parsePartial(rest, isOpenToPrereleases);
  if (partial.major === null) {
    // ">*" and "<*" exclude everything; every other form of * is any version.
    return operator === ">" || operator === "<" ? [below(0, 0, 0)] : [];
  }
  if (operator === "^") return caret(partial);
  if (operator.startsWith("~")) return tilde(partial);
  return operator === "=" ? exactly(partial) : inequality(operator, partial);
}

function parseAlternative(text, isOpenToPrereleases) {
  const hyphen = HYPHEN.exec(text);
  if (hyphen !== null) {
    const [from, to] = [hyphen[1], hyphen[2]].map((part) => parsePartial(part, isOpenToPrereleases));
    return [
      ...(from.major === null ? [] : [atLeast(lowest(from))]),
      ...(to.major === null ? [] : inequality("<=", to)),
    ];
  }
  const tokens = text
    .trim()
    // "> 1.2" is one token.
    .replace(/(\^|~>?|>=|<=|>|<|=)\s+/g, "$1")
    .split(/\s+/)
    .filter((token) => token !== "");
  return tokens.flatMap((token) => toComparators(token, isOpenToPrereleases));
}

/**
 * Parses a range into alternatives, each a list of comparators that must all hold. `isOpenToPrereleases` lets a partial
 * version such as 1.2 begin with its prereleases. Throws RangeSyntaxError.
 */
export function parseRange(text, isOpenToPrereleases = false) {
  return text.split("||").map((alternative) => parseAlternative(alternative, isOpenToPrereleases));
}

const show = ({ operator, version }) => `${operator === "=" ? "" : operator}${version.text}`;

/** The range in comparators: ">=1.2.3 <2.0.0-0 || 3.0.0". */
export function toText(alternatives) {
  return alternatives.map((comparators) => comparators.map(show).join(" ") || "*").join(" || ");
}

function holds({ operator, version: edge }, version) {
  const order = compareVersions(version, edge);
  if (operator === "=") return order === 0;
  if (operator === ">") return order > 0;
  if (operator === ">=") return order >= 0;
  return operator === "<" ? order < 0 : order <= 0;
}

/** npm lets a prerelease in only where a comparator names a prerelease of the same major.minor.patch. */
function isPrereleaseNamed(comparators, version) {
  return comparators.some(
    ({ version: edge }) =>
      edge.prerelease.length > 0 &&
      edge.major === version.major &&
      edge.minor === version.minor &&
      edge.patch === version.patch,
  );
}

/** Why one alternative does not let a version in; null when it does. */
function refusalOf(comparators, version, isPrereleaseIncluded) {
  const broken = comparators.find((comparator) => !holds(comparator, version));
  if (broken !== undefined) return `it is not ${show(broken)}`;
  if (version.prerelease.length === 0 || isPrereleaseIncluded || isPrereleaseNamed(comparators, version)) return null;
  return "it is a prerelease, and the range names none of the same version";
}

/** {satisfies, reason} of one version against parsed alternatives. */
export function check(alternatives, version, isPrereleaseIncluded) {
  const refusals = [];
  for (const comparators of alternatives) {
    const refusal = refusalOf(comparators, version, isPrereleaseIncluded);
    if (refusal === null) return { satisfies: true, reason: `it is within ${toText([comparators])}` };
    refusals.push(refusal);
  }
  return { satisfies: false, reason: [...new Set(refusals)].join("; ") };
}
