const MIB = 1_048_576;

/** What every job is held to, whatever its contract says (sandbox.md 5, "Defaults"). Bytes and milliseconds. */
export const SANDBOX_LIMITS = {
  startMs: 5_000,
  terminateGraceMs: 250,
  lingerMs: 500,
  watchMs: 100,
  rpcFrameBytesMax: MIB,
  stdoutBytesMax: 4 * MIB,
  stderrBytesMax: 65_536,
  logLinesMax: 1_000,
  framesMax: 1_000,
  frameDepthMax: 64,
  rpcInFlightMax: 4,
  serviceCallsMax: 200,
  denialsMax: 100,
  heapMiB: 256,
  treeRssBytesMax: 512 * MIB,
  scratchBytesMax: 64 * MIB,
  /** Private memory by the kernel's limit: Node 24 and 26 need 640 MiB to start, Node 20 needs 128 (sandbox.md 3). */
  dataBytesMax: 1_024 * MIB,
  dataBytesOld: 640 * MIB,
  openFilesMax: 256,
  snapshotFilesMax: 200,
  snapshotBytesMax: 5 * MIB,
} as const;
