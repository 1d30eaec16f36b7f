import { actorProcedure } from "#server/api/trpc";
import { mcpNameInputSchema, mcpServersSchema } from "./mcp.types";

/** Ends an MCP server and takes its tools out of the tree. */
export const removeMcpServer = actorProcedure("change_settings")
  .input(mcpNameInputSchema)
  .output(mcpServersSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.removeMcpServer(input.name, ctx.by);
    return ctx.services.mcpServers.list();
  });
