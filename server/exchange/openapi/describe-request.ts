import { type ExactObject, type ExactValue, isExactObject } from "#server/exchange/exact-json";
import type { Operation } from "./find-operations";
import { resolve } from "./pointer";

/** The address of the first server, its variables at their defaults; of 2.0 from scheme, host and base path. */
export function toServer(root: ExactObject, servers: ExactValue | undefined): string {
  const [server] = Array.isArray(servers) ? servers : [];
  if (isExactObject(server) && typeof server.url === "string") {
    const variables = isExactObject(server.variables) ? server.variables : {};
    return server.url.replace(/\{([^}]+)\}/g, (whole, name: string) => {
      const variable = variables[name];
      return isExactObject(variable) && typeof variable.default === "string" ? variable.default : whole;
    });
  }
  if (typeof root.host !== "string") return "";
  const [scheme] = Array.isArray(root.schemes) ? root.schemes : [];
  const base = typeof root.basePath === "string" ? root.basePath.replace(/\/$/, "") : "";
  return `${typeof scheme === "string" ? scheme : "https"}://${root.host}${base}`;
}

function describeScheme(name: string, scheme: ExactObject | null): string {
  if (!scheme) return name;
  const text = (key: string) => (typeof scheme[key] === "string" ? ` ${scheme[key]}` : "");
  return `${name} (${[`${text("type")}${text("scheme")}`.trim(), `${text("in")}${text("name")}`.trim()].filter(Boolean).join(", ")})`;
}

/** The credentials that a request needs, in words, one entry for each way to have them; empty when it needs none. */
export function describeSecurity(root: ExactObject, { operation }: Operation): string[] {
  const requirements = operation.security ?? root.security;
  if (!Array.isArray(requirements) || requirements.some((it) => isExactObject(it) && Object.keys(it).length === 0))
    return [];
  const components = isExactObject(root.components) ? root.components.securitySchemes : root.securityDefinitions;
  const schemes = isExactObject(components) ? components : {};
  return requirements.filter(isExactObject).map((requirement) =>
    Object.keys(requirement)
      .map((name) => describeScheme(name, resolve(root, schemes[name])))
      .join(" and "),
  );
}

/** Summary and description as one text; the method and the path where the document says nothing. */
export function toDescription({ method, path, operation }: Operation): { text: string; isOwn: boolean } {
  const texts = [operation.summary, operation.description].filter(
    (text) => typeof text === "string" && text.trim() !== "",
  );
  const [first, second] = texts.map(String);
  if (first === undefined) return { text: `${method.toUpperCase()} ${path}`, isOwn: false };
  return { text: second === undefined || second === first ? first : `${first}\n\n${second}`, isOwn: true };
}

/** `operationId`, else the method and the words of the path: `get_users_by_id`. */
export function toOperationName({ method, path, operation }: Operation): string {
  if (typeof operation.operationId === "string" && operation.operationId.trim() !== "") return operation.operationId;
  const words = path
    .split("/")
    .filter(Boolean)
    .map((part) => part.replace(/\{([^}]+)\}/g, "by_$1"));
  return [method, ...(words.length === 0 ? ["root"] : words)].join("_");
}
