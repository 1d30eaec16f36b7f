import { z } from "zod";
import type { JsonValue } from "#server/capability/json";
import { type HostService, toCallable } from "./host-service";

/** `config.get {key}` answers `{value}`: what a person put into Settings under that key, else null. Nothing of the environment. */
export function createConfig(config: () => Readonly<Record<string, JsonValue>>): HostService {
  return {
    get: toCallable({
      description: "The value a person set for a key, or null.",
      input: z.strictObject({ key: z.string().min(1).max(200) }),
      async run({ key }) {
        const values = config();
        return { ok: true, data: { value: Object.hasOwn(values, key) ? (values[key] ?? null) : null } };
      },
    }),
  };
}
