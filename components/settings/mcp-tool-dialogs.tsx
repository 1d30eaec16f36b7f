"use client";

import { useMutation } from "@tanstack/react-query";
import { findProblem, useApi } from "#components/api";
import { mcpText } from "#components/messages/en/mcp";
import { toProblemText } from "#components/messages/en/problem";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { CodeBlock } from "#components/ui/code-block";
import { Dialog } from "#components/ui/dialog";
import { ErrorPanel } from "#components/ui/error-panel";
import { findWaiting, type McpServer } from "./mcp-model";

type ServerDialogProps = { server: McpServer; onClose: () => void };

/** Shows everything a model would be told of the waiting tools; exactly that is accepted. */
export function AcceptToolsDialog({ server, onClose }: ServerDialogProps) {
  const api = useApi();
  const text = mcpText.accept;
  const waiting = findWaiting(server);
  const accept = useMutation(api.settings.acceptMcpTools.mutationOptions({ onSuccess: onClose }));
  const problem = findProblem(accept.error);
  const fingerprints = waiting.map(({ fingerprint }) => fingerprint);
  return (
    <Dialog
      title={text.title(server.name)}
      description={text.meaning}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button onPress={onClose}>{mcpText.cancel}</Button>
          <Button
            variant="primary"
            isDisabled={waiting.length === 0}
            isPending={accept.isPending}
            onPress={() => accept.mutate({ name: server.name, fingerprints })}
          >
            {text.confirm(waiting.length)}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-3">
        {waiting.map((tool) => (
          <li key={tool.name}>
            <p className="mb-1 flex items-center gap-2">
              <code className="min-w-0 break-all font-medium">{tool.original}</code>
              <Badge tone="warn">{mcpText.toolState[tool.state]}</Badge>
            </p>
            <CodeBlock text={tool.definition} label={tool.original} maxLines={16} />
          </li>
        ))}
      </ul>
      {problem ? <ErrorPanel {...toProblemText(problem, mcpText.dialog.notSaved)} className="mt-3" /> : null}
    </Dialog>
  );
}

export function RemoveServerDialog({ server, onClose }: ServerDialogProps) {
  const api = useApi();
  const text = mcpText.removeDialog;
  const remove = useMutation(api.settings.removeMcpServer.mutationOptions({ onSuccess: onClose }));
  const problem = findProblem(remove.error);
  return (
    <Dialog
      title={text.title(server.name)}
      description={text.meaning}
      role="alertdialog"
      size="small"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button onPress={onClose}>{mcpText.cancel}</Button>
          <Button variant="danger" isPending={remove.isPending} onPress={() => remove.mutate({ name: server.name })}>
            {mcpText.remove}
          </Button>
        </>
      }
    >
      {problem ? <ErrorPanel {...toProblemText(problem, mcpText.dialog.notSaved)} /> : null}
    </Dialog>
  );
}
