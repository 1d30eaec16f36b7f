import { exchangeText } from "#components/messages/en/exchange";

const formats: ReadonlyMap<string, string> = new Map(Object.entries(exchangeText.formats));

function textAt(value: object, key: string): string {
  const found: unknown = Reflect.get(value, key);
  return typeof found === "string" ? found : "";
}

/** Where a contract says that it was imported from, in words; null when it does not. Whatever stands there is only text. */
export function toOriginText(contract: object | null): string | null {
  const origin: unknown = contract === null ? undefined : Reflect.get(contract, "x-import");
  if (typeof origin !== "object" || origin === null) return null;
  const format = textAt(origin, "format");
  const [source, name] = [textAt(origin, "source"), textAt(origin, "name")];
  return exchangeText.origin(formats.get(format) ?? format, source, name);
}
