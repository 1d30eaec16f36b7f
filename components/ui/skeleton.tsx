import { joinClasses } from "./join-classes";

type SkeletonProps = { className?: string };

/** One grey bar of a layout that is on its way; shown only after 150 ms, so quick answers never flicker. */
function Skeleton({ className }: SkeletonProps) {
  return <span className={joinClasses("appear-late block h-3 rounded-sm bg-pressed", className)} />;
}

export type SkeletonRowsProps = { rows: number; label: string };

const widths = ["w-2/5", "w-3/5", "w-1/2", "w-1/3", "w-2/3"];

/** Rows of a list or table that is loading, in the height of the real ones. */
export function SkeletonRows({ rows, label }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className="flex h-7 items-center gap-3 px-3">
          <Skeleton className="size-3.5" />
          <Skeleton className={widths[index % widths.length] ?? "w-1/2"} />
        </div>
      ))}
    </div>
  );
}
