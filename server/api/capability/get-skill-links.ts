import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { skillTermsOf } from "#server/capability/skill-terms";
import type { CapabilityEntry } from "#server/registry/catalog";
import { composedStatusSchema, findComposedStatus } from "#server/registry/composed/composed-status";

/** What a skill is beside its text (domain.md 2.8); its bindings are facts of its place (`capability.facts`). */
const skillLinksSchema = z.object({
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

/** Composed tool and terms of what a name stands for now; of a name nothing has, none. */
export const getSkillLinks = actorProcedure("read")
  .input(z.object({ name: z.string().min(1).max(256) }))
  .output(skillLinksSchema)
  .query(({ ctx, input: { name } }) => {
    const catalog = ctx.services.registry.current();
    const entry = catalog.entries.get(name);
    const skill = entry?.composedFrom === undefined ? entry : catalog.entries.get(entry.composedFrom);
    return {
      composed: skill ? findComposedStatus(catalog, skill) : null,
      terms: findTerms(entry),
    };
  });
