import { createHash, randomUUID } from "node:crypto";
import { initTRPC } from "@trpc/server";
import type { Actor, Permission } from "#server/access/access";
import { type CallContext, runInContext } from "#server/call-context";
import { AppError } from "#server/errors";
import type { Services } from "#server/services";
import { problemOf, toTransportError } from "./problems";

/** What every procedure is given. The actor was found from the cookie or the bearer token before the router saw the request. */
export type ApiContext = {
  services: Services;
  actor: Actor | null;
  /** The browser session's own token, so that it can be closed. */
  sessionToken: string | null;
  /** Address of this server as a person would type it, without a trailing slash. */
  address: string;
};

const trpc = initTRPC.context<ApiContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => {
    const problem = problemOf(error);
    return { ...shape, message: problem.message, data: { ...shape.data, problem } };
  },
});

export const router = trpc.router;

const transport = trpc.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok) throw toTransportError(result.error);
  return result;
});

/** A procedure that only an actor with the permission may call; `ctx.by` is the name that records carry. */
export function actorProcedure(permission: Permission) {
  return trpc.procedure.use(transport).use(({ ctx, next }) => {
    if (!ctx.actor) {
      throw new AppError("unauthenticated", "This needs a session.", {
        next: "Run `npx capstan open` and open the address it prints.",
      });
    }
    ctx.services.access.assertMay(ctx.actor, permission);
    const known = { ...ctx, actor: ctx.actor, by: nameOf(ctx.actor) };
    return runInContext(toCallContext(ctx), () => next({ ctx: known }));
  });
}

/** Every call of a procedure is a request of its own, also in a batch and on a socket. */
function toCallContext({ sessionToken }: ApiContext): CallContext {
  const requestId = `request_${randomUUID()}`;
  if (sessionToken === null) return { requestId };
  // Tells sessions apart in logs; far too short to open one.
  const sessionId = `session_${createHash("sha256").update(sessionToken).digest("hex").slice(0, 12)}`;
  return { requestId, sessionId };
}

function nameOf(actor: Actor): string {
  return actor.kind === "person" ? actor.person.name : "cli";
}
