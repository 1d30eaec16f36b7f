import { type ExactObject, type ExactValue, isExactObject, setOwn } from "#server/exchange/exact-json";
import type { ExactSchema } from "#server/exchange/exchange";
import { isSchema } from "#server/exchange/formats/tool-fields";
import type { Operation } from "./find-operations";
import { resolve } from "./pointer";
import type { SchemaConverter } from "./to-json-schema";

/** Headers that OpenAPI says are not parameters: content negotiation and security describe them. */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/** Where a property of the input goes in the request: `as` is its name there when it differs. */
export type SentParameter = { property: string; in: string; as?: string };

export type OperationInput = { schema: ExactSchema; sent: SentParameter[]; body: string | null };

type Part = { name: string; in: string; schema: ExactSchema; isRequired: boolean };

/** The media type that a program can send most easily: JSON, then forms, then whatever is there. */
export function chooseMediaType(content: ExactObject): string | undefined {
  const types = Object.keys(content);
  const isJson = (type: string) => /[/+]json\b/i.test(type);
  return types.find(isJson) ?? types.find((type) => /form/i.test(type)) ?? types[0];
}

function withDescription(schema: ExactSchema, description: ExactValue | undefined): ExactSchema {
  if (typeof description !== "string" || description === "") return schema;
  if (schema === true) return { description };
  return isExactObject(schema) && schema.description === undefined ? { ...schema, description } : schema;
}

/** Swagger 2.0 writes the schema's keywords beside the parameter's own. */
const PARAMETER_KEYS = new Set([
  "name",
  "in",
  "description",
  "required",
  "schema",
  "content",
  "style",
  "explode",
  "example",
  "examples",
  "allowReserved",
  "allowEmptyValue",
  "collectionFormat",
  "deprecated",
]);

function schemaOf(parameter: ExactObject): ExactSchema {
  if (isSchema(parameter.schema)) return parameter.schema;
  if (isExactObject(parameter.content)) {
    const media = parameter.content[chooseMediaType(parameter.content) ?? ""];
    return isExactObject(media) && isSchema(media.schema) ? media.schema : true;
  }
  return Object.fromEntries(
    Object.entries(parameter).filter(([key]) => !PARAMETER_KEYS.has(key) && !key.startsWith("x-")),
  );
}

function toPart(parameter: ExactObject, convert: SchemaConverter["convert"]): Part | null {
  const { name, in: place } = parameter;
  if (typeof name !== "string" || typeof place !== "string") return null;
  if (place === "header" && IGNORED_HEADERS.has(name.toLowerCase())) return null;
  const schema = withDescription(convert(schemaOf(parameter)), parameter.description);
  return { name, in: place, schema, isRequired: parameter.required === true || place === "path" };
}

/** The body of 3.x, or of 2.0 where it is a parameter, or a form's fields that are parameters. */
function findBody(root: ExactObject, { operation, parameters }: Operation, convert: SchemaConverter["convert"]) {
  const request = resolve(root, operation.requestBody);
  if (request && isExactObject(request.content)) {
    const type = chooseMediaType(request.content) ?? "application/json";
    const media = request.content[type];
    const schema = isExactObject(media) && isSchema(media.schema) ? convert(media.schema) : true;
    return { type, schema: withDescription(schema, request.description), isRequired: request.required === true };
  }
  const body = parameters.find((parameter) => parameter.in === "body");
  if (body) {
    const schema = withDescription(convert(schemaOf(body)), body.description);
    return { type: "application/json", schema, isRequired: body.required === true };
  }
  const fields = parameters
    .filter((parameter) => parameter.in === "formData")
    .flatMap((field) => toPart(field, convert) ?? []);
  if (fields.length === 0) return null;
  return {
    type: "multipart/form-data",
    schema: toObject(fields),
    isRequired: fields.some((field) => field.isRequired),
  };
}

function toObject(parts: readonly Part[]): ExactObject {
  const properties = {};
  for (const { name, schema } of parts) setOwn(properties, name, schema);
  const required = parts.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
}

/**
 * The one input of an operation: each parameter under its name, the body under `body`. Where two parts of the request have
 * one name, the later one says its place before it: `query_id`.
 */
export function toInput(root: ExactObject, operation: Operation, converter: SchemaConverter): OperationInput {
  const { convert } = converter;
  const outside = operation.parameters.filter(({ in: place }) => place !== "body" && place !== "formData");
  const parts: Part[] = [];
  const sent: SentParameter[] = [];
  for (const part of outside.flatMap((parameter) => toPart(parameter, convert) ?? [])) {
    const isTaken = parts.some(({ name }) => name === part.name);
    const property = isTaken ? `${part.in}_${part.name}` : part.name;
    parts.push({ ...part, name: property });
    sent.push({ property, in: part.in, ...(isTaken ? { as: part.name } : {}) });
  }
  const body = findBody(root, operation, convert);
  if (body) {
    const property = parts.some(({ name }) => name === "body") ? "request_body" : "body";
    parts.push({ name: property, in: "body", schema: body.schema, isRequired: body.isRequired });
    sent.push({ property, in: "body" });
  }
  return { schema: converter.close(toObject(parts)), sent, body: body?.type ?? null };
}
