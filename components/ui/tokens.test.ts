import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Colour = { l: number; c: number; h: number };
type Theme = "light" | "dark";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
const declarations = new Map([...css.matchAll(/^\s*--([a-z0-9-]+): (.+);$/gm)].map((match) => [match[1], match[2]]));
const OKLCH = /oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ [\d.]+)?\)/g;

function colourOf(token: string, theme: Theme): Colour {
  const value = declarations.get(token);
  if (value === undefined) throw new Error(`globals.css has no token --${token}`);
  const reference = /^var\(--([a-z0-9-]+)\)$/.exec(value)?.[1];
  if (reference !== undefined) return colourOf(reference, theme);
  const pair = [...value.matchAll(OKLCH)];
  const chosen = pair[theme === "light" ? 0 : 1];
  if (pair.length !== 2 || chosen === undefined)
    throw new Error(`--${token} is not light-dark(oklch, oklch): ${value}`);
  return { l: Number(chosen[1]), c: Number(chosen[2]), h: Number(chosen[3]) };
}

/** WCAG relative luminance of an OKLCH colour, clipped to sRGB as a screen clips it (Ottosson's OKLab matrices). */
function luminanceOf({ l, c, h }: Colour): number {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.max(0, Math.min(1, value));
  const red = clip(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short);
  const green = clip(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short);
  const blue = clip(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(first: string, second: string, theme: Theme): number {
  const [a, b] = [luminanceOf(colourOf(first, theme)), luminanceOf(colourOf(second, theme))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const surfaces = ["bg", "raised", "hover", "pressed", "float", "accent-soft", "danger-soft", "warn-soft"];
const hues = ["tool", "forge", "skill", "focus-mode", "trusted", "danger", "warn", "accent-text"];

/** Every pair of text on background in use. */
const textPairs: [string, string][] = [
  ...surfaces.flatMap((surface): [string, string][] => [
    ["fg", surface],
    ["muted", surface],
  ]),
  ...hues.flatMap((hue) =>
    ["bg", "raised", "hover", "float", "accent-soft"].map((surface): [string, string] => [hue, surface]),
  ),
  ...["tool", "forge", "skill", "focus-mode", "trusted", "danger", "warn"].map((hue): [string, string] => [
    hue,
    `${hue}-soft`,
  ]),
  ["accent-text", "accent-soft"],
  ["accent-text", "lit"],
  ["fg", "lit"],
  ["muted", "lit"],
  ["on-accent", "accent-solid"],
  ["on-accent", "accent-solid-hover"],
];

/** Lines and marks that carry meaning: edges of controls, focus, bars of the timeline. */
const markPairs: [string, string][] = [
  ["control", "bg"],
  ["control", "raised"],
  ["accent", "bg"],
  ["accent", "raised"],
  ...["model", "sandbox", "tool"].map((kind): [string, string] => [`time-${kind}`, "bg"]),
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each(textPairs)("text %s on %s reaches AA (4.5)", (text, background) => {
    expect(contrastOf(text, background, theme)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(markPairs)("mark %s on %s reaches AA (3)", (mark, background) => {
    expect(contrastOf(mark, background, theme)).toBeGreaterThanOrEqual(3);
  });
});

test("black on white measures 21, so the measure itself is right", () => {
  const white = luminanceOf({ l: 1, c: 0, h: 0 });
  const black = luminanceOf({ l: 0, c: 0, h: 0 });
  expect((white + 0.05) / (black + 0.05)).toBeCloseTo(21, 1);
});
