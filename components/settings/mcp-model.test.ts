import { expect, test } from "vitest";
import { parseArguments, parseVariables } from "./mcp-model";

test.each<[string, string[]]>([
  ["", []],
  ["-y\n\n  @modelcontextprotocol/server-everything \n", ["-y", "@modelcontextprotocol/server-everything"]],
  ["--name=a b", ["--name=a b"]],
])("arguments of %j", (text, args) => expect(parseArguments(text)).toEqual(args));

test.each<[string, Record<string, string | null>]>([
  ["", {}],
  ["TOKEN", { TOKEN: null }],
  ["TOKEN=", { TOKEN: "" }],
  ["A=1\n B = x=y ", { A: "1", B: " x=y" }],
])("variables of %j", (text, variables) => expect(parseVariables(text)).toEqual(variables));
