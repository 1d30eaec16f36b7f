import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { contractJsonSchema } from "#server/capability/contract-json-schema";

/** JSON Schema of CAPABILITY.yaml, for the editor's completion and squiggles. */
export const contractSchemaQuery = actorProcedure("read")
  .output(z.record(z.string(), z.unknown()))
  .query(() => contractJsonSchema());
