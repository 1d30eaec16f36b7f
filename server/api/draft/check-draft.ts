import { z } from "zod";
import { contractIssueSchema } from "#server/api/catalog/issue.types";
import { actorProcedure } from "#server/api/trpc";
import { parseContract } from "#server/capability/parse-contract";
import { parseSkill } from "#server/capability/parse-skill";

/** What the parser says of text that is not saved yet: the same findings the registry would list. */
export const checkDraft = actorProcedure("read")
  .input(
    z.object({
      file: z.enum(["CAPABILITY.yaml", "SKILL.md"]),
      text: z.string(),
      /** True when the folder holds impl/run.mjs, which decides the type when the contract names none. */
      hasImpl: z.boolean().default(true),
    }),
  )
  .output(z.object({ isLoadable: z.boolean(), issues: z.array(contractIssueSchema) }))
  .query(({ input }) => {
    const parsed =
      input.file === "SKILL.md"
        ? parseSkill(input.text, input.file)
        : parseContract(input.text, { file: input.file, hasImpl: input.hasImpl });
    return { isLoadable: parsed.kind === "ok", issues: [...parsed.issues] };
  });
