import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { mcpNameInputSchema, mcpServersSchema } from "./mcp.types";

/** Accepts definitions that a person has seen, by their fingerprints. */
export const acceptMcpTools = actorProcedure("change_settings")
  .input(mcpNameInputSchema.extend({ fingerprints: z.array(z.string().length(64)).max(1_000) }))
  .output(mcpServersSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.mcpServers.accept(input.name, input.fingerprints, ctx.by);
    return ctx.services.mcpServers.list();
  });
