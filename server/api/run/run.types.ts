import { z } from "zod";
import { isoDate } from "#server/api/dates";
import { runStateSchema, wireEventSchema } from "#server/loop/events";
import type { LogPosition } from "#server/runs/runs";

export const runSummarySchema = z.object({
  id: z.string(),
  kind: z.enum(["run", "execution"]),
  title: z.string(),
  status: runStateSchema,
  source: z.string(),
  focusMode: z.string().nullable(),
  parentId: z.string().nullable(),
  allowDrafts: z.boolean(),
  startedBy: z.string(),
  createdAt: isoDate,
  updatedAt: isoDate,
  turns: z.number(),
  lastSeq: z.number(),
});

/** The id of an event on the wire: `<epoch>.<seq>` (design.md 5). */
export const positionSchema = z
  .string()
  .regex(/^[^.]+\.\d{1,15}$/, "a position looks like <epoch>.<seq>")
  .transform((text): LogPosition => {
    const dot = text.lastIndexOf(".");
    return { epoch: text.slice(0, dot), seq: Number(text.slice(dot + 1)) };
  });

export function toPositionText(position: LogPosition): string {
  return `${position.epoch}.${position.seq}`;
}

export const eventBatchSchema = z.object({
  epoch: z.string(),
  events: z.array(wireEventSchema),
  summary: runSummarySchema,
});
