import type { HostTool } from "./host-tool";
import { createCapabilityLs } from "./meta/capability-ls";
import { createCapabilityManage } from "./meta/capability-manage";
import { createCapabilityRun } from "./meta/capability-run";

/** All host tools, in the order in which the tree shows them. */
export function createHostTools(): HostTool[] {
  return [createCapabilityManage(), createCapabilityLs(), createCapabilityRun()];
}
