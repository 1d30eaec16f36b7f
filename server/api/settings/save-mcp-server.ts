import { actorProcedure } from "#server/api/trpc";
import { mcpServerInputSchema, mcpServersSchema } from "./mcp.types";

/** Adds an MCP server, or changes the one of its name, and starts it; it connects behind the answer. */
export const saveMcpServer = actorProcedure("change_settings")
  .input(mcpServerInputSchema)
  .output(mcpServersSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.saveMcpServer(input, ctx.by);
    return ctx.services.mcpServers.list();
  });
