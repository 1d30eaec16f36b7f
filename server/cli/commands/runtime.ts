import type { Command, CommandContext, Output } from "#server/cli/command";
import { EXIT, type ExitCode } from "#server/cli/exit-codes";
import { AppError } from "#server/errors";
import { findRunner } from "#server/sandbox/find-runner";
import { installRuntime } from "#server/sandbox/runtime-install";

/** From this version on Node's permission model denies the network by itself (sandbox.md 0.2). */
const NODE_WITH_NETWORK_DENIAL = 25;

export const runtime: Command = {
  usage: "capstan runtime install | status",
  summary: "Install Node 26 for capabilities, where the system gives no sandbox; or say which Node runs them.",
  takes: 1,
  async run(context) {
    const [verb] = context.command.positionals;
    if (verb === "install") return install(context);
    if (verb === "status") return printStatus(context);
    throw new AppError("bad_input", "runtime needs `install` or `status`.", { next: "capstan runtime install" });
  },
};

async function install({ settings, output, signal }: CommandContext): Promise<ExitCode> {
  output.note("Installing Node 26 for capabilities from the package registry.");
  const stateFolder = settings.stateFolder.value;
  await installRuntime({ stateFolder, onProgress: (line) => output.note(line), signal });
  return printStatus({ settings, output });
}

async function printStatus({
  settings,
  output,
}: Pick<CommandContext, "settings"> & { output: Output }): Promise<ExitCode> {
  const found = await findRunner({
    nodePath: settings.sandbox.nodePath,
    stateFolder: settings.stateFolder.value,
  });
  if (output.isJson) output.out(JSON.stringify(found));
  else if (found.kind === "ok") output.out(`Capabilities run on Node ${found.runner.version} (${found.runner.path}).`);
  else output.out(`No Node for capabilities: ${found.reason}.`);
  return found.kind === "ok" && found.runner.major >= NODE_WITH_NETWORK_DENIAL ? EXIT.done : EXIT.failed;
}
