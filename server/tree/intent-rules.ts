import type { IntentTier } from "#server/capability/contract";
import { classificationKeywords } from "./classification-keywords";
import { toWordPattern, type WordPattern } from "./intent-pattern";
import { ACTION_VERBS, CONFIG_WORDS, FILE_WORDS, REQUESTS, TELLING_WORDS } from "./intent-words";
import type { CapabilityTree } from "./node";

/** The word lists of the classifier as patterns: those of the tree's nodes, and those of no node. */
export type IntentRules = Record<
  "deletion" | "picture" | "writing" | "action" | "file" | "config" | "request" | "telling",
  WordPattern
>;

const ACTION = toWordPattern(ACTION_VERBS);
const FILE = toWordPattern(FILE_WORDS);
const CONFIG = toWordPattern(CONFIG_WORDS);
const REQUEST = toWordPattern(REQUESTS);
const TELLING = toWordPattern(TELLING_WORDS);

function makeRules(tree: CapabilityTree): IntentRules {
  const ofTier = (tier: IntentTier) => toWordPattern(classificationKeywords(tree, tier).map(({ word }) => word));
  return {
    deletion: ofTier("task_delete"),
    picture: ofTier("task_multimodal"),
    writing: ofTier("task_write"),
    action: ACTION,
    file: FILE,
    config: CONFIG,
    request: REQUEST,
    telling: TELLING,
  };
}

const made = new WeakMap<CapabilityTree, IntentRules>();

/** The rules that a tree's words make (domain.md 2.4: priority 30 deletes, 20 needs pictures, 10 writes); made once a tree. */
export function intentRulesOf(tree: CapabilityTree): IntentRules {
  const known = made.get(tree);
  if (known) return known;
  const rules = makeRules(tree);
  made.set(tree, rules);
  return rules;
}
