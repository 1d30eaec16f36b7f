const SECRET_NAME =
  /pass(?:word|wd)?$|secret|token|api[-_]?key|^key$|signature|^sig$|^auth$|authorization|credential|session|jwt|^code$|口令|密码/i;
/** Values that look like a secret whatever their name: a JWT, or a well-known key form. */
const SECRET_VALUE = /^eyJ[\w-]{8,}\.[\w-]+\.|^(?:sk|pk|ghp|gho|xox[bp])[-_][\w-]{12,}$|^AKIA[0-9A-Z]{16}$/;

export const MASK = "***";

export function isSecret(name, value) {
  return value !== "" && (SECRET_NAME.test(name) || SECRET_VALUE.test(value));
}

/** The address with user name, password and secret parameters masked. */
export function maskUrl(url) {
  const masked = new URL(url.href);
  if (masked.username !== "") masked.username = MASK;
  if (masked.password !== "") masked.password = MASK;
  if (![...masked.searchParams].some(([name, value]) => isSecret(name, value))) return masked.href;
  const parameters = [...masked.searchParams].map(([name, value]) => [name, isSecret(name, value) ? MASK : value]);
  masked.search = new URLSearchParams(parameters).toString().replaceAll("%2A%2A%2A", MASK);
  return masked.href;
}
