import { randomUUID } from "node:crypto";
import { findRunningServer } from "#server/access/server-file";
import { createServices } from "#server/services";
import type { Settings } from "#server/settings";
import type { Backend } from "./backend";
import { createEmbeddedBackend } from "./embedded";
import { createRemoteBackend } from "./remote";

/**
 * The running server of this state where it answers, else the services in this process (design.md 3). A server that works
 * on another project than the one asked for cannot answer for it; then the services are embedded too, on the same state.
 */
export async function connect(
  settings: Settings,
  { note, takesRuns }: { note: (line: string) => void; takesRuns: boolean },
): Promise<Backend> {
  const server = await findRunningServer(settings.stateFolder.value);
  if (server) {
    const remote = createRemoteBackend(server);
    const asked = settings.project.value;
    const { project } = asked === null ? { project: null } : await remote.diagnose();
    if (asked === project) return remote;
    note(
      `The server at ${server.address} works on ${project ?? "no project"}; this command works on ${asked} by itself.`,
    );
  }
  const services = await createServices(settings, { instanceId: randomUUID(), log: note, takesRuns });
  return createEmbeddedBackend(services);
}
