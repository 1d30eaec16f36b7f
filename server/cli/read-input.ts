import { readFileSync } from "node:fs";
import { type JsonValue, jsonValueSchema } from "#server/capability/json";
import { AppError } from "#server/errors";

/**
 * The value of `--input`: JSON, `@file` that holds JSON, or `@-` for standard input; `{}` when left out.
 * Throws bad_input that says where the JSON breaks.
 */
export function readInput(text: string | null): JsonValue {
  if (text === null) return {};
  const source = text.startsWith("@") ? readSource(text.slice(1)) : text;
  try {
    return jsonValueSchema.parse(JSON.parse(source));
  } catch (cause) {
    const where = text.startsWith("@") ? text.slice(1) : "--input";
    throw new AppError("bad_input", `${where} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      next: `Give a JSON object, for example --input '{"text": "hello"}', or a file: --input @input.json`,
      cause,
    });
  }
}

function readSource(path: string): string {
  try {
    const bytes = readFileSync(path === "-" ? 0 : path);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("bad_input", `The input file ${path} cannot be read as UTF-8 text.`, {
      next: cause instanceof Error ? cause.message : String(cause),
      cause,
    });
  }
}
