import { GAP_X, GAP_Y, type Size } from "./graph-sizes";

/** One column up to here is read by scrolling; past it the whole would be too small to read once it fits a window. */
const HEIGHT_MAX = 1_400;
const COLUMNS_MAX = 8;
/** Width to height of a window's main part. */
const ASPECT = 1.4;

/**
 * How many of the blocks, in their order, stand in each column, so that the whole is about as wide and high as a window;
 * all in one column while that is not too high. Pure.
 */
export function packColumns(blocks: readonly Size[]): number[] {
  const total = blocks.reduce((sum, { height }) => sum + height + GAP_Y, 0);
  if (total <= HEIGHT_MAX) return [blocks.length];
  const tried = Array.from({ length: COLUMNS_MAX }, (_, at) => splitColumns(blocks, total / (at + 1)));
  const best = tried.map((columns) => ({ columns, misfit: toMisfit(blocks, columns) }));
  return best.reduce((left, right) => (right.misfit < left.misfit ? right : left)).columns;
}

function splitColumns(blocks: readonly Size[], heightWanted: number): number[] {
  const columns: number[] = [];
  let [count, height] = [0, 0];
  for (const block of blocks) {
    // A block goes where more than half of it fits.
    if (count > 0 && height + block.height / 2 > heightWanted) {
      columns.push(count);
      [count, height] = [0, 0];
    }
    count += 1;
    height += block.height + GAP_Y;
  }
  return [...columns, count];
}

function toMisfit(blocks: readonly Size[], columns: readonly number[]): number {
  let [width, height, next] = [0, 0, 0];
  for (const count of columns) {
    const column = blocks.slice(next, next + count);
    width += Math.max(...column.map((block) => block.width)) + GAP_X;
    height = Math.max(
      height,
      column.reduce((sum, block) => sum + block.height + GAP_Y, 0),
    );
    next += count;
  }
  return Math.abs(Math.log(width / height / ASPECT));
}
