import { APICallError, JSONParseError, TypeValidationError } from "@ai-sdk/provider";
import type { ErrorCode, Problem } from "#server/errors";
import type { ModelConnection } from "./model";
import { BODY_CUT } from "./post-json";

/** What became of one question besides an answer. `retryAfterMs` is set when asking again may help. */
export type ModelFailure = { problem: Problem; isRetryable: boolean; retryAfterMs: number | null };

/** Part of a foreign message that is shown; longer ones say how long they were. */
const QUOTE_LENGTH_MAX = 300;

const UNREACHABLE_NEXT = "Check the base URL in Settings and that the model's server runs, then press Test connection.";

/**
 * Says what went wrong with a model call, in the closed list of codes: model_unreachable, model_refused,
 * model_rate_limited, model_bad_answer. The caller's abort is not its business. The key never stands in a message.
 */
export function toModelFailure(error: unknown, connection: ModelConnection): ModelFailure {
  const cause = findCauseCode(error);
  if (cause === BODY_CUT) {
    return failure("model_bad_answer", "The connection to the model ended in the middle of its answer.", {
      next: "Ask again; what had arrived is kept in the run.",
    });
  }
  if (APICallError.isInstance(error) && error.statusCode !== undefined) return toStatusFailure(error, connection);
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)) {
    return failure("model_bad_answer", "The model's answer was cut or is not valid JSON, so it was not used.", {
      next: "Ask again. When it stays so, the address in Settings is probably not an OpenAI-compatible endpoint.",
    });
  }
  const host = toShownUrl(connection.baseUrl);
  const told = masked(CAUSES[cause ?? ""] ?? toText(error), connection);
  return failure("model_unreachable", `The model at ${host} cannot be reached: ${told}.`, { next: UNREACHABLE_NEXT });
}

/** An error that came inside the stream: the endpoint's own report, or an answer that was cut. */
export function toStreamFailure(error: unknown, connection: ModelConnection): ModelFailure {
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error))
    return toModelFailure(error, connection);
  if (error instanceof Error && error.cause !== undefined) return toModelFailure(error, connection);
  if (error instanceof Error) {
    return toBadAnswer("The model's answer was cut: it ended without saying that it was complete.", "Ask again.");
  }
  const told =
    typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
  return toBadAnswer(
    `The model's endpoint reported an error in its answer: ${toQuote(told, connection)}`,
    "Read what the endpoint says, then ask again.",
  );
}

/** A failure of the answer itself, with what to do next. */
export function toBadAnswer(message: string, next: string): ModelFailure {
  return failure("model_bad_answer", message, { next });
}

/** The endpoint took the question and then sent nothing. */
export function toSilence({ baseUrl }: ModelConnection, silenceMs: number): ModelFailure {
  const seconds = silenceMs >= 1000 ? `${Math.round(silenceMs / 1000)} s` : `${silenceMs} ms`;
  return failure("model_unreachable", `The model at ${toShownUrl(baseUrl)} sent nothing for ${seconds}.`, {
    next: UNREACHABLE_NEXT,
  });
}

/** Without user, password and query, which may hold secrets. */
function toShownUrl(url: string): string {
  try {
    const { origin, pathname } = new URL(url);
    return `${origin}${pathname === "/" ? "" : pathname}`;
  } catch {
    return `"${url}" (not a URL)`;
  }
}

const CAUSES: Record<string, string> = {
  ECONNREFUSED: "nothing listens there (connection refused)",
  ENOTFOUND: "its host name is unknown (DNS)",
  EAI_AGAIN: "its host name could not be looked up (DNS)",
  ECONNRESET: "the connection was reset",
  ETIMEDOUT: "the connection timed out",
  ERR_INVALID_URL: "the base URL is not a URL",
};

function toStatusFailure(error: APICallError, connection: ModelConnection): ModelFailure {
  const status = error.statusCode ?? 0;
  const said = toSaid(error, connection);
  const details = { status };
  if (status >= 200 && status < 300) {
    return failure("model_bad_answer", "The model's endpoint answered, but with nothing that could be read.", {
      next: "Check the base URL in Settings; it usually ends with /v1.",
      details,
    });
  }
  if (status === 401 || status === 403) {
    return failure("model_refused", `The model's endpoint refused the key (${status}).${said}`, {
      next: "Enter a valid API key in Settings, then press Test connection.",
      details,
    });
  }
  if (status === 429) {
    const retryAfterMs = toRetryAfterMs(error.responseHeaders?.["retry-after"]);
    const wait = retryAfterMs === null ? "" : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
    return {
      ...failure("model_rate_limited", `The model's endpoint has had too many questions (429).${wait}${said}`, {
        next: "Wait a little and run it again, or raise the limit at the provider.",
        details,
      }),
      isRetryable: true,
      retryAfterMs,
    };
  }
  if (status >= 500 || status === 408) {
    return {
      ...failure("model_unreachable", `The model's endpoint failed (${status}).${said}`, {
        next: "Try again later; the fault is at the endpoint, not in the run.",
        details,
      }),
      isRetryable: true,
      retryAfterMs: toRetryAfterMs(error.responseHeaders?.["retry-after"]),
    };
  }
  const next = toRefusalNext(error, connection);
  return failure("model_refused", `The model's endpoint refused the question (${status}).${said}`, { next, details });
}

function toRefusalNext({ statusCode = 0, responseHeaders }: APICallError, { name }: ModelConnection): string {
  const location = responseHeaders?.location;
  if (statusCode < 400 && location) {
    return `It points to ${toShownUrl(location)}. Enter the address it moved to as the base URL in Settings.`;
  }
  return statusCode === 404
    ? `Check in Settings that the base URL ends as the provider says (usually /v1) and that it knows the model "${name}".`
    : "Read what the endpoint says, and check the model's name in Settings.";
}

function failure(code: ErrorCode, message: string, rest: { next: string; details?: unknown }): ModelFailure {
  return { problem: { code, message, ...rest }, isRetryable: false, retryAfterMs: null };
}

/** What the endpoint itself said, inert and short; a web page is only named as such. */
function toSaid(error: APICallError, connection: ModelConnection): string {
  const body = error.responseBody?.trim() ?? "";
  if (!body) return "";
  if (body.startsWith("<")) return " It answered with a web page (HTML).";
  return ` It says: ${toQuote(error.message || body, connection)}`;
}

/** The endpoint's own words, in quotation marks and with a full stop, so that a sentence may follow. */
function toQuote(told: string, connection: ModelConnection): string {
  const text = masked(told, connection);
  if (text.length <= QUOTE_LENGTH_MAX) return `"${text}".`;
  return `"${text.slice(0, QUOTE_LENGTH_MAX)}..." (${text.length} characters).`;
}

/** Seconds or an HTTP date; null when absent or unreadable. */
function toRetryAfterMs(header: string | undefined): number | null {
  if (!header) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

function masked(text: string, { apiKey }: ModelConnection): string {
  const withoutPasswords = text.replace(/:\/\/[^/\s@]+@/g, "://");
  return apiKey ? withoutPasswords.replaceAll(apiKey, "(key hidden)") : withoutPasswords;
}

function toText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's code of the innermost cause, such as ECONNREFUSED. */
function findCauseCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ("code" in current && typeof current.code === "string") return current.code;
    if (current instanceof AggregateError && current.errors.length > 0) current = current.errors[0];
    else current = current.cause;
  }
  return undefined;
}
