export type ScoreBarProps = {
  score: number;
  /** Score of the best result of the same search; scores mean nothing across searches. */
  best: number;
  label: string;
};

/** The score against the best of the same search, as a bar; the number is on hover. */
export function ScoreBar({ score, best, label }: ScoreBarProps) {
  const share = best > 0 ? Math.max(0.04, Math.min(1, score / best)) : 0;
  return (
    <span role="img" aria-label={label} title={label} className="inline-block h-1 w-12 shrink-0 rounded-sm bg-pressed">
      <span className="block h-full rounded-sm bg-accent" style={{ width: `${share * 100}%` }} />
    </span>
  );
}
