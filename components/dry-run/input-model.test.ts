import { describe, expect, test } from "vitest";
import { applyAttachments, findTextFields, parseInput, quoteFigure, toInputParts } from "./input-model";

describe("parseInput", () => {
  test.each(["107505301260286111", "174322306148984899", "-9007199254740993"])(
    "never changes the digits of %s",
    (id) => {
      const text = `{"id": ${id}}`;
      const parsed = parseInput(text);
      expect(parsed).toMatchObject({ kind: "digits", figure: id });
      if (parsed.kind !== "digits") throw new Error("the digits were lost");
      expect(parseInput(quoteFigure(text, parsed))).toEqual({ kind: "ok", input: { id } });
    },
  );

  test.each(["9007199254740992", "1e21", '"107505301260286111"', "0.1"])("takes %s as it is", (figure) =>
    expect(parseInput(`{"n": ${figure}}`).kind).toBe("ok"),
  );

  test("says where text is not JSON, and takes nothing as an empty object", () => {
    expect(parseInput('{"a": ').kind).toBe("not_json");
    expect(parseInput(" ")).toEqual({ kind: "ok", input: {} });
  });
});

test("text fields are found at the root, inside objects and in variants; enums and formats are not for files", () => {
  const schema = {
    properties: {
      log: { type: "string" },
      language: { type: "string", enum: ["en"] },
      at: { type: "string", format: "date" },
      inner: { type: "object", properties: { body: { $ref: "#/$defs/text" } } },
    },
    oneOf: [{ properties: { subject: { type: ["string", "null"] } } }],
    $defs: { text: { type: "string" } },
  };
  expect(findTextFields(schema)).toEqual(["log", "inner.body", "subject"]);
});

test("a schema that refers to itself has finitely many text fields", () => {
  const schema = { properties: { name: { type: "string" }, child: { $ref: "#" } } };
  expect(findTextFields(schema)).toEqual(["name", "child.name", "child.child.name", "child.child.child.name"]);
});

test("a file's text takes its field's place and leaves the others alone", () => {
  const file = { path: "inner.log", fileName: "a.log", text: "x", bytes: 1, lines: 1 };
  expect(applyAttachments({ limit: 2, inner: { keep: true } }, [file])).toEqual({
    limit: 2,
    inner: { keep: true, log: "x" },
  });
});

test("a stored input comes back whole, its long texts apart", () => {
  const input = { log: "line\n".repeat(5_000), options: { limit: 2 } };
  const parts = toInputParts(input, "execution 1");
  expect(JSON.parse(parts.text)).toEqual({ options: { limit: 2 } });
  expect(parts.attachments).toMatchObject([{ path: "log", lines: 5_000, bytes: 25_000 }]);
  expect(applyAttachments(JSON.parse(parts.text), parts.attachments)).toEqual(input);
});
