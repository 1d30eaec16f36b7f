import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { skillTermsOf } from "#server/capability/skill-terms";
import type { CapabilityEntry } from "#server/registry/catalog";
import { composedStatusSchema, findComposedStatus } from "#server/registry/composed/composed-status";
import { bindingsOf } from "#server/registry/skills/catalog-bindings";
import { BINDING_CODES } from "#server/tree/skill-binding/derive-bindings";

const bindingSchema = z.object({
  skill: z.string(),
  tool: z.string(),
  kind: z.enum(["bound", "waiting", "refused"]),
  /** Why it is not bound; null when it is. */
  code: z.enum(BINDING_CODES).nullable(),
  reason: z.string().nullable(),
});

/** How skills and tools meet at one name (domain.md 2.8). */
const skillLinksSchema = z.object({
  /** Claims of this skill, or claims on this tool. */
  bindings: z.array(bindingSchema),
  /** What this skill compiles to, or how this compiled tool stands; null for anything else. */
  composed: composedStatusSchema.nullable(),
  /** Who may load this skill and what it needs; null for anything else. */
  terms: z
    .object({
      isUserInvocable: z.boolean(),
      isModelInvocable: z.boolean(),
      requires: z.object({ bins: z.array(z.string()), env: z.array(z.string()), config: z.array(z.string()) }),
    })
    .nullable(),
});

function findTerms(entry: CapabilityEntry | undefined) {
  const terms = entry && skillTermsOf(entry.contract);
  if (!terms) return null;
  const { isUserInvocable, isModelInvocable, requires } = terms;
  const { bins, env, config } = requires;
  return { isUserInvocable, isModelInvocable, requires: { bins: [...bins], env: [...env], config: [...config] } };
}

/** Bindings, composed tool and terms of what a name stands for now; of a name nothing has, none. */
export const getSkillLinks = actorProcedure("read")
  .input(z.object({ name: z.string().min(1).max(256) }))
  .output(skillLinksSchema)
  .query(({ ctx, input: { name } }) => {
    const catalog = ctx.services.registry.current();
    const { claims } = bindingsOf(catalog);
    const entry = catalog.entries.get(name);
    const skill = entry?.composedFrom === undefined ? entry : catalog.entries.get(entry.composedFrom);
    return {
      bindings: claims
        .filter(({ skill: claimant, tool }) => claimant === name || tool === name)
        .map((claim) => ({ code: null, reason: null, ...claim })),
      composed: skill ? findComposedStatus(catalog, skill) : null,
      terms: findTerms(entry),
    };
  });
