import { z } from "zod";

/** A finding about a file, as server/capability/contract.ts ContractIssue. */
export const contractIssueSchema = z.object({
  severity: z.enum(["error", "warning"]),
  code: z.string(),
  message: z.string(),
  file: z.string(),
  path: z.string(),
  line: z.number(),
  column: z.number(),
  endLine: z.number(),
  endColumn: z.number(),
  fix: z.string().optional(),
});
