import { actorProcedure } from "#server/api/trpc";
import { mcpServersSchema } from "./mcp.types";

/** The configured MCP servers, each with its state, its tools and what was odd about them. */
export const listMcpServers = actorProcedure("read")
  .output(mcpServersSchema)
  .query(({ ctx }) => ctx.services.mcpServers.list());
