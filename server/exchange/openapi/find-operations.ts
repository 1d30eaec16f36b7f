import { type ExactObject, type ExactValue, isExactObject } from "#server/exchange/exact-json";
import { resolve } from "./pointer";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** One operation of a document with what stands around it. */
export type Operation = {
  method: string;
  path: string;
  operation: ExactObject;
  /** Those of the path first; one of the operation with the same name and place counts instead. */
  parameters: ExactObject[];
  servers: ExactValue | undefined;
};

function findParameters(root: ExactObject, item: ExactObject, operation: ExactObject): ExactObject[] {
  const byPlace = new Map<string, ExactObject>();
  for (const list of [item.parameters, operation.parameters]) {
    if (!Array.isArray(list)) continue;
    for (const raw of list) {
      const parameter = resolve(root, raw);
      if (parameter) byPlace.set(`${String(parameter.in)} ${String(parameter.name)}`, parameter);
    }
  }
  return [...byPlace.values()];
}

/** All operations under `paths`, in the document's order. */
export function findOperations(root: ExactObject): Operation[] {
  if (!isExactObject(root.paths)) return [];
  return Object.entries(root.paths).flatMap(([path, raw]) => {
    const item = resolve(root, raw);
    if (!item) return [];
    return METHODS.flatMap((method): Operation[] => {
      const operation = item[method];
      if (!isExactObject(operation)) return [];
      const parameters = findParameters(root, item, operation);
      return [{ method, path, operation, parameters, servers: operation.servers ?? item.servers ?? root.servers }];
    });
  });
}

/** Names of the webhooks: calls that the API makes, which nothing here could make. */
export function findWebhooks(root: ExactObject): string[] {
  return isExactObject(root.webhooks) ? Object.keys(root.webhooks) : [];
}
