import type { z } from "zod";
import type { JsonValue } from "#server/capability/json";

/** What one method of a service answers: data, or a refusal as a value. `code` is stable, `message` is a sentence. */
export type ServiceAnswer = { ok: true; data: JsonValue } | { ok: false; code: string; message: string };

/**
 * One method of a host service. `run` gets input that already passed `input`.
 * Contract: refusals are values; a throw is a defect of the service.
 */
export type HostServiceMethod<Input> = {
  description: string;
  input: z.ZodType<Input>;
  run(input: Input, signal: AbortSignal): Promise<ServiceAnswer>;
};

/** A method with its input type closed over, so that methods of different inputs fit in one table. */
export type CallableMethod = {
  description: string;
  call(input: JsonValue, signal: AbortSignal): Promise<ServiceAnswer>;
};

/** Methods by name. */
export type HostService = Readonly<Record<string, CallableMethod>>;

/** Closes a method over its schema: bad input is answered as `bad_input` with the path of each finding. */
export function toCallable<Input>(method: HostServiceMethod<Input>): CallableMethod {
  return {
    description: method.description,
    async call(input, signal) {
      const parsed = method.input.safeParse(input);
      if (parsed.success) return await method.run(parsed.data, signal);
      const findings = parsed.error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`);
      return refuse("bad_input", findings.join("; "));
    },
  };
}

/** A refusal of a service. */
export function refuse(code: string, message: string): ServiceAnswer {
  return { ok: false, code, message };
}
