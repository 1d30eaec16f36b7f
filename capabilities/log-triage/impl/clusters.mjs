import { isErrorLevel } from "./levels.mjs";
import { formatTime } from "./times.mjs";

/** What differs between two entries of one kind, most specific first. */
const MASKS = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uuid>"],
  [/\bhttps?:\/\/[^\s"')\]]+/gi, "<url>"],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, "<email>"],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, "<ip>"],
  [/(?<![\w<])(?:\/[\w.@%+~-]+){2,}\/?/g, "<path>"],
  [/\b0x[0-9a-f]+\b/gi, "<hex>"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/gi, "<hex>"],
  [/\d+(?:[.,]\d+)*/g, "<num>"],
];

/** Share of equal words from which two templates of one length are one (Drain's threshold, tightened). */
const SIMILAR = 0.7;
/** Templates compared per bucket; beyond it a new wording stays a cluster of its own, so that time stays linear. */
const COMPARED_MAX = 100;
const TEXT_MAX = 2000;
const EXAMPLE_MAX = 400;

function mask(text) {
  let masked = text.slice(0, TEXT_MAX);
  for (const [pattern, name] of MASKS) masked = masked.replace(pattern, name);
  return masked;
}

function shorten(text) {
  return text.length <= EXAMPLE_MAX
    ? text
    : `${text.slice(0, EXAMPLE_MAX)} [and ${text.length - EXAMPLE_MAX} characters]`;
}

function similarity(a, b) {
  let equal = 0;
  for (let index = 0; index < a.length; index += 1) if (a[index] === b[index]) equal += 1;
  return equal / a.length;
}

function findSimilar(bucket, words) {
  let best = null;
  let bestScore = SIMILAR;
  for (const cluster of bucket) {
    const score = similarity(cluster.words, words);
    if (score >= bestScore) {
      best = cluster;
      bestScore = score;
    }
  }
  return best;
}

function startCluster(entry, words) {
  return {
    words,
    level: entry.level,
    count: 0,
    first: null,
    last: null,
    line: entry.line,
    example: shorten(entry.raw.trim()),
  };
}

function addEntry(cluster, { time }) {
  cluster.count += 1;
  if (time === null) return;
  if (cluster.first === null || time.at < cluster.first.at) cluster.first = time;
  if (cluster.last === null || time.at > cluster.last.at) cluster.last = time;
}

function toGroup(cluster) {
  return {
    template: cluster.words.join(" "),
    level: cluster.level,
    is_error: isErrorLevel(cluster.level),
    count: cluster.count,
    first_seen: formatTime(cluster.first),
    last_seen: formatTime(cluster.last),
    first_line: cluster.line,
    example: cluster.example,
  };
}

/** Clusters entries of one level whose words are alike; sets entry.cluster. Answers groups, errors first, then by count. */
export function clusterEntries(entries) {
  const byText = new Map();
  const buckets = new Map();
  const clusters = [];
  for (const entry of entries) {
    const masked = mask(entry.text);
    const key = `${entry.level} ${masked}`;
    let cluster = byText.get(key);
    if (cluster === undefined) {
      const words = masked.split(/\s+/);
      // Words are compared place by place, so only entries of one length, level and first word can be alike.
      const bucketKey = `${entry.level} ${words.length} ${words[0]}`;
      const bucket = buckets.get(bucketKey) ?? [];
      buckets.set(bucketKey, bucket);
      cluster = findSimilar(bucket, words);
      if (cluster === null) {
        cluster = startCluster(entry, words);
        clusters.push(cluster);
        if (bucket.length < COMPARED_MAX) bucket.push(cluster);
      } else {
        cluster.words = cluster.words.map((word, index) => (word === words[index] ? word : "<*>"));
      }
      byText.set(key, cluster);
    }
    addEntry(cluster, entry);
    entry.cluster = cluster;
  }
  return clusters
    .map(toGroup)
    .sort((a, b) => Number(b.is_error) - Number(a.is_error) || b.count - a.count || a.first_line - b.first_line);
}
