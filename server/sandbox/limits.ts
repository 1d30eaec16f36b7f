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
  framesMax: 1_000,
  frameDepthMax: 64,
  rpcInFlightMax: 4,
  serviceCallsMax: 200,
  denialsMax: 100,
  heapMiB: 256,
  treeRssBytesMax: 512 * MIB,
  scratchBytesMax: 64 * MIB,
  dataBytesMax: 1_024 * MIB,
  openFilesMax: 256,
  snapshotFilesMax: 200,
  snapshotBytesMax: 5 * MIB,
} as const;
