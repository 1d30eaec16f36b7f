import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";

export const open: Command = {
  usage: "capstan open",
  summary: "Print an address that opens a session with the running server.",
  takes: 0,
  async run({ connect, output }) {
    await using backend = await connect();
    const address = await backend.openSession();
    if (address === null) {
      output.note("No server runs on this state. Start it with `npm start`; it prints such an address.");
      return EXIT.failed;
    }
    output.out(output.isJson ? JSON.stringify({ address }) : address);
    return EXIT.done;
  },
};
