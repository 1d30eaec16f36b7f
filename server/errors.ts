/**
 * The closed list of refusals that reach a caller. A code is stable: screens, the CLI and tests tell errors apart by it,
 * never by `instanceof`, since bundles hold copies of classes. What a capability's own code does wrong is not here: those
 * are values of `server/sandbox/outcome.ts`.
 */
export const ERROR_CODES = [
  "bad_input",
  "unauthenticated",
  "forbidden",
  "not_found",
  "conflict",
  "broken_contract",
  "draft_refused",
  "root_pending",
  "disabled",
  "sandbox_level",
  "no_model",
  "model_unreachable",
  "model_refused",
  "model_rate_limited",
  "model_bad_answer",
  "too_large",
  "cancelled",
  "interrupted",
  "lease_lost",
  "port_taken",
  "already_running",
  "state_read_only",
  "disk_full",
  "internal",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What a person reads: what happened, what to do next, and the code to quote. JSON-safe, so it travels in events and answers. */
export type Problem = { code: string; message: string; next?: string; details?: unknown };

export type AppErrorOptions = { next?: string; details?: unknown; cause?: unknown };

/** A refusal to a caller: a stable code, one sentence a user understands, and what to do next. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly next: string | undefined;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.next = options.next;
    this.details = options.details;
  }
}

/** True for an AppError of any bundle copy. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error;
}

/** The form in which any throwable may be shown or stored; an unknown one becomes `internal` and keeps its message. */
export function toProblem(error: unknown): Problem {
  if (isAppError(error)) {
    return {
      code: error.code,
      message: error.message,
      ...(error.next === undefined ? {} : { next: error.next }),
      ...(error.details === undefined ? {} : { details: error.details }),
    };
  }
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}
