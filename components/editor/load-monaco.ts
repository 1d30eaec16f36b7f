import "monaco-editor/esm/vs/editor/editor.all.js";
import "monaco-editor/esm/vs/basic-languages/yaml/yaml.contribution.js";
import "monaco-editor/esm/vs/basic-languages/markdown/markdown.contribution.js";
import "monaco-editor/esm/vs/basic-languages/javascript/javascript.contribution.js";
import "monaco-editor/esm/vs/language/json/monaco.contribution.js";
import * as monaco from "monaco-editor/esm/vs/editor/editor.api";
import { configureMonacoYaml, type JSONSchema } from "monaco-yaml";
import { DARK_THEME, LIGHT_THEME } from "./monaco-theme";

export type Monaco = typeof monaco;

let isSetUp = false;

/** Workers are bundled files of this server: nothing is loaded from elsewhere. */
function createWorker(label: string): Worker {
  if (label === "yaml") {
    return new Worker(new URL("monaco-yaml/yaml.worker.js", import.meta.url), { type: "module" });
  }
  if (label === "json") {
    return new Worker(new URL("monaco-editor/esm/vs/language/json/json.worker.js", import.meta.url), {
      type: "module",
    });
  }
  return new Worker(new URL("monaco-editor/esm/vs/editor/editor.worker.js", import.meta.url), { type: "module" });
}

/** Monaco with its languages, themes and the contract's schema, set up once a page; the schema is data from the server. */
export function setUpMonaco(contractSchema: Record<string, unknown>): Monaco {
  if (isSetUp) return monaco;
  isSetUp = true;
  self.MonacoEnvironment = { getWorker: (_id: string, label: string) => createWorker(label) };
  monaco.editor.defineTheme("capstan-light", LIGHT_THEME);
  monaco.editor.defineTheme("capstan-dark", DARK_THEME);
  configureMonacoYaml(monaco, {
    enableSchemaRequest: false,
    hover: true,
    completion: true,
    validate: true,
    format: { enable: false },
    schemas: [
      { uri: "capstan://contract.json", fileMatch: ["**/CAPABILITY.yaml"], schema: toYamlSchema(contractSchema) },
    ],
  });
  return monaco;
}

/** The YAML worker reads draft-07 words; the schema's own dialect line would only make it ask for a meta-schema. */
function toYamlSchema(schema: Record<string, unknown>): JSONSchema {
  const { $schema: _dialect, ...rest } = schema;
  return rest;
}

/** The language of a file by its name. */
export function toLanguage(path: string): string {
  if (/\.ya?ml$/.test(path)) return "yaml";
  if (/\.(m|c)?js$/.test(path)) return "javascript";
  if (/\.md$/.test(path)) return "markdown";
  return /\.json$/.test(path) ? "json" : "plaintext";
}
