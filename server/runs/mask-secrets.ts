/** What stands where a secret stood. */
const MASK = "[masked]";

/**
 * Secrets that can be told by their form. Each expression starts with fixed letters, so that a text of 20 MB is one quick
 * scan a rule. `$1` is what stays in front.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\b((?:sk|pk|rk)-)[A-Za-z0-9_-]{16,}/g, `$1${MASK}`],
  [/\b(gh[pousr]_|github_pat_|glpat-|npm_|xox[abeprs]-|hf_)[A-Za-z0-9_-]{16,}/g, `$1${MASK}`],
  [/\b((?:AKIA|ASIA))[0-9A-Z]{16}\b/g, `$1${MASK}`],
  [/\b(AIza)[0-9A-Za-z_-]{30,}/g, `$1${MASK}`],
  [/\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, MASK],
  [/\b(bearer\s+)(?=[^\s"']*\d)[A-Za-z0-9._~+/=-]{16,}/gi, `$1${MASK}`],
  [/\b(authorization["']?\s*[:=]\s*["']?basic\s+)[A-Za-z0-9+/=]{4,}/gi, `$1${MASK}`],
  [/(:\/\/[^\s/:@"'<>]*:)[^\s/@"'<>]+(?=@)/g, `$1${MASK}`],
  [/([?&](?:api_?key|access_token|auth_token|token|secret|password|sig|signature)=)[^&\s"'<>#]+/gi, `$1${MASK}`],
  [
    /\b((?:api[_-]?key|client[_-]?secret|password|passwd)["']?\s*[:=]\s*["']?)(?!\[masked\])[^\s"',;&}]{4,}/gi,
    `$1${MASK}`,
  ],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g, MASK],
];

/** Names of properties whose text is a secret whatever it looks like. */
const SECRET_NAME =
  /^(?:proxy-)?authorization$|^(?:set-)?cookie$|^x-api-key$|^api[_-]?key$|^passw(?:or)?d$|^client[_-]?secret$|^(?:access|refresh|auth)[_-]?token$/i;

/**
 * What the JSON of a value holds wherever a rule above would mask something: the same forms without what JSON may write in
 * another way (spaces, quotes, line breaks). Six short expressions take 0.05 ms for the 14 KB that a turn stores, the rules
 * and the walk over all values 0.6 ms (30 Nov 2026, Node 20).
 */
const SIGNS: readonly RegExp[] = [
  /(?:[spr]k-|gh[pousr]_|github_pat_|glpat-|npm_|xox[abeprs]-|hf_)[A-Za-z0-9_-]{16}/,
  /A[KS]IA[0-9A-Z]|AIza|eyJ/,
  /bearer/i,
  /:\/\/[^\s/:@"'<>]*:[^\s/@"'<>]+@/,
  /authorization|cookie|api[_-]?key|client[_-]?secret|passw(?:or)?d|(?:access|refresh|auth)[_-]?token|[?&](?:token|secret|sig)/i,
  /PRIVATE KEY-/,
];

/** Nothing shorter is looked at; a configured secret that short would mask ordinary words. */
const SECRET_LENGTH_MIN = 8;

/** A text as it stands inside a JSON string. */
function toJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export type Mask = {
  text(value: string): string;
  /** A copy of a JSON-like value with every text masked; what is no text, list or object stays the same. */
  json(value: unknown): unknown;
  /** False when `json` would change nothing in the value whose JSON this is. True may be a false alarm. */
  mayHoldSecret(json: string): boolean;
};

/**
 * Takes secrets out of what is about to be stored: keys, tokens and passwords by their form, values of properties named
 * like a secret, and the exact secrets of this installation. Masked before storage, so no screen, export or resume ever
 * sees them (design.md 5). `exactSecrets` is read each time, since Settings may change the key.
 */
export function createMask(exactSecrets: () => readonly string[] = () => []): Mask {
  function maskText(value: string): string {
    if (value.length < SECRET_LENGTH_MIN) return value;
    let masked = value;
    for (const secret of exactSecrets()) {
      if (secret.length >= SECRET_LENGTH_MIN) masked = masked.replaceAll(secret, MASK);
    }
    for (const [rule, replacement] of RULES) masked = masked.replace(rule, replacement);
    return masked;
  }

  function maskJson(value: unknown): unknown {
    if (typeof value === "string") return maskText(value);
    if (Array.isArray(value)) return value.map(maskJson);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) =>
        typeof child === "string" && child !== "" && SECRET_NAME.test(key) ? [key, MASK] : [key, maskJson(child)],
      ),
    );
  }

  function mayHoldSecret(json: string): boolean {
    return (
      SIGNS.some((sign) => sign.test(json)) ||
      exactSecrets().some((secret) => secret.length >= SECRET_LENGTH_MIN && json.includes(toJsonText(secret)))
    );
  }

  return { text: maskText, json: maskJson, mayHoldSecret };
}
