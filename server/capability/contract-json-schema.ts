import { z } from "zod";
import { contractSchema } from "./contract";

/**
 * JSON Schema (2020-12) of `CAPABILITY.yaml` as an author writes it: keys with defaults may be left out, unknown keys are
 * allowed. For the editor's completion and squiggles, served as data.
 */
export function contractJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(contractSchema, { io: "input", unrepresentable: "any" });
  return { ...schema, title: "CAPABILITY.yaml" };
}
