export type Size = { width: number; height: number };

export const NODE_WIDTH = 200;
export const NODE_HEIGHT = 44;
/** Between a node and what stands to its right: room for a trunk of lines in its middle. */
export const GAP_X = 56;
export const GAP_Y = 12;
