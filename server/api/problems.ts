import { type TRPC_ERROR_CODE_KEY, TRPCError } from "@trpc/server";
import { ZodError, z } from "zod";
import { type ErrorCode, isAppError, type Problem, toProblem } from "#server/errors";

/** The one table from our closed list of codes to the transport's, and so to HTTP's status. */
const TRANSPORT_CODES: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  bad_input: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  conflict: "CONFLICT",
  broken_contract: "UNPROCESSABLE_CONTENT",
  draft_refused: "FORBIDDEN",
  root_pending: "FORBIDDEN",
  disabled: "PRECONDITION_FAILED",
  sandbox_level: "PRECONDITION_FAILED",
  no_model: "PRECONDITION_FAILED",
  model_unreachable: "BAD_GATEWAY",
  model_refused: "BAD_GATEWAY",
  model_rate_limited: "TOO_MANY_REQUESTS",
  model_bad_answer: "BAD_GATEWAY",
  too_large: "PAYLOAD_TOO_LARGE",
  cancelled: "CLIENT_CLOSED_REQUEST",
  interrupted: "CONFLICT",
  lease_lost: "CONFLICT",
  port_taken: "INTERNAL_SERVER_ERROR",
  already_running: "CONFLICT",
  state_read_only: "INTERNAL_SERVER_ERROR",
  disk_full: "INTERNAL_SERVER_ERROR",
  internal: "INTERNAL_SERVER_ERROR",
};

/** Gives an AppError thrown by a procedure its transport code; every other error passes through. */
export function toTransportError(error: TRPCError): TRPCError {
  const cause = error.cause;
  if (!isAppError(cause)) return error;
  return new TRPCError({ code: TRANSPORT_CODES[cause.code], message: cause.message, cause });
}

/** What a caller is told: our own refusals as they are, bad input with the place that is wrong, the rest by the transport's code. */
export function problemOf(error: TRPCError): Problem {
  if (isAppError(error.cause)) return toProblem(error.cause);
  if (error.code === "BAD_REQUEST" && (error.cause instanceof ZodError || error.cause instanceof z.core.$ZodError)) {
    return {
      code: "bad_input",
      message: `The request is not valid: ${error.cause.issues.map((issue) => `${issue.path.map(String).join(".") || "input"}: ${issue.message}`).join("; ")}.`,
      next: "Correct the named field and send it again.",
    };
  }
  switch (error.code) {
    case "UNAUTHORIZED":
      return { code: "unauthenticated", message: error.message };
    case "NOT_FOUND":
      return { code: "not_found", message: error.message };
    case "PAYLOAD_TOO_LARGE":
      return {
        code: "too_large",
        message: "The request is larger than 42 MB.",
        next: "A file may have up to 20 MB; send a part of it.",
      };
    case "BAD_REQUEST":
    case "PARSE_ERROR":
    case "METHOD_NOT_SUPPORTED":
    case "UNSUPPORTED_MEDIA_TYPE":
      return { code: "bad_input", message: error.message };
    default:
      return { code: "internal", message: error.message, next: "The server's own output has the details." };
  }
}
