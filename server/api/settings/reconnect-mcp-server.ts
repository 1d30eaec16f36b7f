import { actorProcedure } from "#server/api/trpc";
import { mcpNameInputSchema, mcpServersSchema } from "./mcp.types";

/** Ends the process of an MCP server and starts it again. */
export const reconnectMcpServer = actorProcedure("change_settings")
  .input(mcpNameInputSchema)
  .output(mcpServersSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.mcpServers.reconnect(input.name);
    return ctx.services.mcpServers.list();
  });
