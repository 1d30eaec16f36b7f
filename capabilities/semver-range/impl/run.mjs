import { runJob } from "./frames.mjs";
import { check, parseRange, RangeSyntaxError, toText } from "./range.mjs";
import { compareVersions, parseVersion } from "./version.mjs";

function readRange(range, isPrereleaseIncluded) {
  if (range === undefined) return { alternatives: null };
  try {
    return { alternatives: parseRange(range.normalize("NFKC"), isPrereleaseIncluded) };
  } catch (error) {
    if (!(error instanceof RangeSyntaxError)) throw error;
    const message = `The range cannot be read: ${error.message}.`;
    return { problem: { code: "bad_range", message, next: "Write it like ^1.2.3, ~1.2, >=1.2 <2 or 1.x || 3.x." } };
  }
}

function toResult(text, version, { alternatives, isPrereleaseIncluded }) {
  if (version === null) {
    return {
      version: text,
      valid: false,
      satisfies: null,
      reason: "it is not a version such as 1.2.3 or 2.0.0-beta.1",
    };
  }
  if (alternatives === null) return { version: text, valid: true, satisfies: null, reason: "no range was given" };
  return { version: text, valid: true, ...check(alternatives, version, isPrereleaseIncluded) };
}

function summarise(results, newest, hasRange) {
  const invalid = results.filter(({ valid }) => !valid).length;
  const tail = invalid === 0 ? "" : ` ${invalid} of ${results.length} are no versions.`;
  if (!hasRange) return `${results.length - invalid} versions sorted.${tail}`;
  const fitting = results.filter(({ satisfies }) => satisfies === true).length;
  return `${fitting} of ${results.length} satisfy the range${newest === null ? "" : `, the newest is ${newest}`}.${tail}`;
}

await runJob(async ({ range, versions, include_prerelease = false }) => {
  const { alternatives, problem } = readRange(range, include_prerelease);
  if (problem !== undefined) return { problem };
  const parsed = versions.map((text) => ({ text, version: parseVersion(text) }));
  const options = { alternatives, isPrereleaseIncluded: include_prerelease };
  const results = parsed.map(({ text, version }) => toResult(text, version, options));
  const ascending = parsed
    .map(({ version }, index) => ({ version, index }))
    .filter(({ version }) => version !== null)
    .sort((a, b) => compareVersions(a.version, b.version));
  const fitting = ascending.filter(({ index }) => results[index].satisfies === true);
  const newest = fitting.at(-1)?.version.text ?? null;
  return {
    summary: summarise(results, newest, alternatives !== null),
    ...(alternatives === null
      ? {}
      : { range: toText(alternatives), max_satisfying: newest, min_satisfying: fitting[0]?.version.text ?? null }),
    results,
    sorted: ascending.map(({ version }) => version.text),
  };
});
