"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { findProblem, useApi } from "#components/api";
import { mcpText } from "#components/messages/en/mcp";
import { toProblemText } from "#components/messages/en/problem";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ErrorPanel } from "#components/ui/error-panel";
import { TextField } from "#components/ui/text-field";
import type { McpServer } from "./mcp-model";
import { parseArguments, parseVariables } from "./mcp-model";

const text = mcpText.dialog;

export type McpServerDialogProps = { server: McpServer | null; onClose: () => void };

/** Adds a server, or edits one. Values of variables are only ever sent, never received. */
export function McpServerDialog({ server, onClose }: McpServerDialogProps) {
  const api = useApi();
  const [name, setName] = useState(server?.name ?? "");
  const [command, setCommand] = useState(server?.command ?? "");
  const [args, setArgs] = useState(server?.args.join("\n") ?? "");
  const [env, setEnv] = useState(server?.envNames.join("\n") ?? "");
  const save = useMutation(api.settings.saveMcpServer.mutationOptions({ onSuccess: onClose }));
  const problem = findProblem(save.error);
  const input = {
    name: name.trim(),
    command: command.trim(),
    args: parseArguments(args),
    env: parseVariables(env),
  };
  return (
    <Dialog
      title={server ? text.editTitle(server.name) : text.addTitle}
      description={text.meaning}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button onPress={onClose}>{mcpText.cancel}</Button>
          <Button
            variant="primary"
            isDisabled={input.name === "" || input.command === ""}
            isPending={save.isPending}
            onPress={() => save.mutate(input)}
          >
            {text.save}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label={text.name}
          hint={text.nameHint}
          value={name}
          onChange={setName}
          isDisabled={server !== null}
          isCode
          autoFocus={server === null}
        />
        <TextField label={text.command} hint={text.commandHint} value={command} onChange={setCommand} isCode />
        <TextField label={text.args} hint={text.argsHint} value={args} onChange={setArgs} rows={4} isCode />
        <TextField
          label={text.env}
          hint={server && server.envNames.length > 0 ? text.envKept : text.envHint}
          value={env}
          onChange={setEnv}
          rows={3}
          isCode
        />
        {problem ? <ErrorPanel {...toProblemText(problem, text.notSaved)} /> : null}
      </div>
    </Dialog>
  );
}
