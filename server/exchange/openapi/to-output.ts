import { type ExactObject, isExactObject } from "#server/exchange/exact-json";
import type { ExactSchema } from "#server/exchange/exchange";
import { isSchema } from "#server/exchange/formats/tool-fields";
import { resolve } from "./pointer";
import { chooseMediaType } from "./to-input";
import type { SchemaConverter } from "./to-json-schema";

/** What the first successful answer holds, as a schema; undefined when it holds nothing that is JSON. */
export function toOutput(
  root: ExactObject,
  operation: ExactObject,
  converter: SchemaConverter,
): ExactSchema | undefined {
  if (!isExactObject(operation.responses)) return undefined;
  const code = Object.keys(operation.responses).find((key) => /^2(\d\d|XX)$/i.test(key));
  const response = code === undefined ? null : resolve(root, operation.responses[code]);
  if (!response) return undefined;
  if (isSchema(response.schema)) return converter.close(converter.convert(response.schema));
  if (!isExactObject(response.content)) return undefined;
  const type = chooseMediaType(response.content);
  const media = type !== undefined && /json/i.test(type) ? response.content[type] : undefined;
  return isExactObject(media) && isSchema(media.schema) ? converter.close(converter.convert(media.schema)) : undefined;
}
