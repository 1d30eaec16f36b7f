"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ApiOutputs } from "#components/api";
import { frameText } from "#components/messages/en/frame";
import { joinClasses } from "#components/ui/join-classes";
import { type RoomId, rooms, toRoomId } from "./rooms";

export type SystemStatus = ApiOutputs["system"]["status"];

type Waiting = { count: number; meaning: string; tone: "plain" | "warn" };

/** What waits in each room: a count only where somebody has something to do. */
function toWaiting(status: SystemStatus | undefined): Partial<Record<RoomId, Waiting>> {
  if (status === undefined) return {};
  const { toMend, runsActive, reviewsWaiting, pendingRoots } = status.counts;
  return {
    ...(runsActive > 0 && { runs: { count: runsActive, meaning: frameText.activeRuns(runsActive), tone: "plain" } }),
    ...(reviewsWaiting > 0 && {
      review: { count: reviewsWaiting, meaning: frameText.waitingReviews(reviewsWaiting), tone: "plain" },
    }),
    ...(toMend > 0 && { health: { count: toMend, meaning: frameText.toMend(toMend), tone: "warn" } }),
    ...(pendingRoots > 0 && {
      settings: { count: pendingRoots, meaning: frameText.pendingRoots(pendingRoots), tone: "warn" },
    }),
  };
}

export type RailProps = { status: SystemStatus | undefined };

/** Rooms at the left; icons only below 1000 px, a bar at the bottom below 640 px. */
export function Rail({ status }: RailProps) {
  const current = toRoomId(usePathname());
  const waiting = toWaiting(status);
  return (
    <nav
      aria-label={frameText.rail}
      className="flex w-44 shrink-0 flex-col gap-0.5 border-line border-r bg-raised p-2 max-desk:w-12 max-phone:order-last max-phone:w-full max-phone:flex-row max-phone:justify-around max-phone:border-t max-phone:border-r-0 max-phone:p-1"
    >
      {rooms.map(({ id, href, label, Icon }) => {
        const count = waiting[id];
        const isCurrent = id === current;
        return (
          <Link
            key={id}
            href={href}
            aria-current={isCurrent ? "page" : undefined}
            title={count?.meaning ?? label}
            className={joinClasses(
              "relative flex h-7 items-center gap-2.5 rounded-md px-2 max-desk:justify-center max-desk:px-0 max-phone:h-11 max-phone:flex-1 max-phone:flex-col max-phone:gap-0.5 pointer-coarse:min-h-8",
              isCurrent ? "bg-pressed font-medium text-fg" : "text-muted hover:bg-hover hover:text-fg",
            )}
          >
            <Icon aria-hidden size={15} className="shrink-0" />
            <span className="flex-1 max-desk:sr-only max-phone:not-sr-only max-phone:flex-none max-phone:text-[11px] max-phone:leading-3">
              {label}
            </span>
            {count ? <RailCount {...count} /> : null}
          </Link>
        );
      })}
    </nav>
  );
}

function RailCount({ count, meaning, tone }: Waiting) {
  return (
    <span
      className={joinClasses(
        "min-w-4 rounded-sm px-1 text-center text-[11px] leading-4 max-desk:absolute max-desk:top-0 max-desk:right-0 max-phone:right-1/4",
        tone === "warn" ? "bg-warn-soft text-warn" : "bg-accent-soft text-accent-text",
      )}
    >
      <span aria-hidden>{count}</span>
      <span className="sr-only">{meaning}</span>
    </span>
  );
}
