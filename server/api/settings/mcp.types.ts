import { z } from "zod";

const toolSchema = z.object({
  name: z.string(),
  original: z.string(),
  description: z.string(),
  state: z.enum(["usable", "new", "changed", "unusable"]),
  fingerprint: z.string(),
  definition: z.string(),
  reason: z.string().exactOptional(),
});

/** MCP servers as Settings shows them. Values of their variables never leave the server. */
export const mcpServersSchema = z.array(
  z.object({
    name: z.string(),
    command: z.string(),
    args: z.array(z.string()).readonly(),
    envNames: z.array(z.string()).readonly(),
    state: z.enum(["connecting", "connected", "failed"]),
    problem: z.object({ reason: z.string(), next: z.string() }).exactOptional(),
    about: z.object({ name: z.string(), version: z.string() }).exactOptional(),
    tools: z.array(toolSchema).readonly(),
    findings: z.array(z.string()).readonly(),
  }),
);

export const mcpServerInputSchema = z.object({
  name: z.string().min(1).max(32),
  command: z.string().min(1).max(4_096),
  args: z.array(z.string().max(4_096)).max(100),
  /** null: the stored value stays. */
  env: z.record(z.string().max(200), z.string().max(10_000).nullable()),
});

export const mcpNameInputSchema = z.object({ name: z.string().min(1).max(32) });
