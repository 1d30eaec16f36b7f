import { createServer, type Server } from "node:http";
import { AppError } from "#server/errors";
import type { Gate } from "./create-gate";

/**
 * Binds the port before anything else is built, so that a taken port leaves the state untouched. Answers the server and
 * the port in effect; the gate is asked for at each request, since it needs to know that port.
 * Throws port_taken, bad_input (a host that is not this machine's).
 */
export async function openPort(
  options: { host: string; port: number },
  gate: () => Gate | null,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const open = gate();
    if (open) void open.answer(request, response);
    else response.destroy();
  });
  server.on("upgrade", (request, socket, head) => {
    const open = gate();
    if (open) void open.upgrade({ request, socket, head });
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(toPortError(error, options)));
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new AppError("internal", "The port has no number.");
  return { server, port: address.port };
}

function toPortError(error: Error, { host, port }: { host: string; port: number }): unknown {
  const code = "code" in error ? error.code : "";
  const another = port >= 1024 && port < 65_535 ? port + 1 : 3211;
  switch (code) {
    case "EADDRINUSE":
      return new AppError("port_taken", `Port ${port} of ${host} is taken by another program.`, {
        next: `Start Capstan on another one: PORT=${another} npm start`,
        cause: error,
      });
    case "EACCES":
      return new AppError("port_taken", `This user may not open port ${port} of ${host}.`, {
        next: `Start Capstan on another one: PORT=${another} npm start`,
        cause: error,
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new AppError("bad_input", `${host} is not an address of this machine.`, {
        next: "Set HOST to one of its names or addresses, or leave it out: 127.0.0.1.",
        cause: error,
      });
    default:
      return error;
  }
}
