import { z } from "zod";
import { PERMISSIONS } from "#server/access/access";
import { actorProcedure } from "#server/api/trpc";
import { isAppError } from "#server/errors";

const meSchema = z.object({
  kind: z.enum(["person", "cli"]),
  name: z.string(),
  /** What the policy lets this actor ask for. */
  permissions: z.array(z.enum(PERMISSIONS)),
});

export const me = actorProcedure("read")
  .output(meSchema)
  .query(({ ctx }) => ({
    kind: ctx.actor.kind,
    name: ctx.by,
    permissions: PERMISSIONS.filter((permission) => {
      try {
        ctx.services.access.assertMay(ctx.actor, permission);
        return true;
      } catch (error) {
        if (isAppError(error) && error.code === "forbidden") return false;
        throw error;
      }
    }),
  }));
