"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { EllipsisVertical, Plus } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { findProblem, useApi } from "#components/api";
import { mcpText } from "#components/messages/en/mcp";
import { toProblemText } from "#components/messages/en/problem";
import { Badge, type BadgeTone } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { IconButton } from "#components/ui/icon-button";
import { Menu } from "#components/ui/menu";
import { SkeletonRows } from "#components/ui/skeleton";
import { findWaiting, type McpServer, type McpTool } from "./mcp-model";
import { McpServerDialog } from "./mcp-server-dialog";
import { AcceptToolsDialog, RemoveServerDialog } from "./mcp-tool-dialogs";
import { Section } from "./section";

/** Servers come up and die by themselves; while one connects somebody waits for it. */
const WATCH_MS = 5_000;
const CONNECTING_MS = 500;

type Open = { kind: "add" } | { kind: "edit" | "accept" | "remove"; name: string };

/** The MCP servers of this installation with their states; each change is a person's. */
export function McpSection() {
  const api = useApi();
  const [open, setOpen] = useState<Open | null>(null);
  const servers = useQuery(
    api.settings.listMcpServers.queryOptions(undefined, {
      refetchInterval: ({ state }) =>
        state.data?.some((server) => server.state === "connecting") ? CONNECTING_MS : WATCH_MS,
    }),
  );
  const reconnect = useMutation(api.settings.reconnectMcpServer.mutationOptions());
  const problem = findProblem(servers.error ?? reconnect.error);
  const act = (name: string, action: string) => {
    if (action === "reconnect") reconnect.mutate({ name });
    else if (action === "edit" || action === "accept" || action === "remove") setOpen({ kind: action, name });
  };
  return (
    <Section id="mcp" meaning={mcpText.meaning}>
      {problem ? <ErrorPanel {...toProblemText(problem, mcpText.failedMeaning)} className="w-full" /> : null}
      {servers.isPending ? <SkeletonRows rows={2} label={mcpText.loading} /> : null}
      {servers.data?.length === 0 ? <p className="text-muted">{mcpText.none}</p> : null}
      {servers.data && servers.data.length > 0 ? (
        <ul aria-label={mcpText.list} className="w-full border-line border-t">
          {servers.data.map((server) => (
            <ServerRow key={server.name} server={server} onAction={(action) => act(server.name, action)} />
          ))}
        </ul>
      ) : null}
      <Button icon={<Plus aria-hidden size={14} />} onPress={() => setOpen({ kind: "add" })}>
        {mcpText.add}
      </Button>
      <OpenDialog open={open} servers={servers.data ?? []} onClose={() => setOpen(null)} />
    </Section>
  );
}

type OpenDialogProps = { open: Open | null; servers: readonly McpServer[]; onClose: () => void };

function OpenDialog({ open, servers, onClose }: OpenDialogProps) {
  if (open === null) return null;
  if (open.kind === "add") return <McpServerDialog server={null} onClose={onClose} />;
  const server = servers.find(({ name }) => name === open.name);
  if (!server) return null;
  if (open.kind === "edit") return <McpServerDialog server={server} onClose={onClose} />;
  if (open.kind === "accept") return <AcceptToolsDialog server={server} onClose={onClose} />;
  return <RemoveServerDialog server={server} onClose={onClose} />;
}

const tones: Record<McpServer["state"], BadgeTone> = { connecting: "neutral", connected: "good", failed: "danger" };

type ServerRowProps = { server: McpServer; onAction: (action: string) => void };

function ServerRow({ server, onAction }: ServerRowProps) {
  const waiting = findWaiting(server).length;
  return (
    <li className="flex items-start gap-2 border-line border-b py-2">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{server.name}</span>
          <Badge tone={tones[server.state]}>{mcpText.state[server.state]}</Badge>
          {waiting > 0 ? <Badge tone="warn">{mcpText.waiting(waiting)}</Badge> : null}
        </div>
        <code className="mt-0.5 block break-all text-muted">{[server.command, ...server.args].join(" ")}</code>
        <ServerFacts server={server} />
      </div>
      {waiting > 0 && server.state === "connected" ? (
        <Button size="small" onPress={() => onAction("accept")}>
          {mcpText.accept.action}
        </Button>
      ) : null}
      {server.state === "failed" ? (
        <Button size="small" onPress={() => onAction("reconnect")}>
          {mcpText.reconnect}
        </Button>
      ) : null}
      <Menu
        label={mcpText.more(server.name)}
        trigger={<IconButton label={mcpText.more(server.name)} icon={<EllipsisVertical size={14} />} size="small" />}
        entries={[
          { id: "reconnect", label: mcpText.reconnect },
          { id: "edit", label: mcpText.edit },
          { id: "remove", label: mcpText.remove, isDanger: true },
        ]}
        onAction={onAction}
      />
    </li>
  );
}

function ServerFacts({ server }: { server: McpServer }) {
  const { about, envNames, problem, findings, tools } = server;
  return (
    <div className="mt-0.5 flex flex-col gap-0.5 text-meta text-muted">
      {problem ? (
        <p className="break-words">
          <span className="text-danger">{problem.reason}</span> {problem.next}
        </p>
      ) : null}
      {about ? <p className="break-words">{mcpText.about(about.name, about.version)}</p> : null}
      {envNames.length > 0 ? <p className="break-words">{mcpText.variables(envNames.join(", "))}</p> : null}
      {findings.map((finding) => (
        <p key={finding} className="break-words text-warn">
          {finding}
        </p>
      ))}
      {tools.length > 0 ? (
        <details>
          <summary className="w-fit cursor-default hover:text-fg">{mcpText.showTools(tools.length)}</summary>
          <ul className="mt-1 flex flex-col gap-1">
            {tools.map((tool) => (
              <ToolLine key={tool.name} tool={tool} />
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

function ToolLine({ tool }: { tool: McpTool }) {
  return (
    <li className="min-w-0">
      <span className="flex flex-wrap items-center gap-2">
        <Link
          href={`/capabilities/${tool.name}`}
          prefetch={false}
          className="break-all text-accent-text hover:underline"
        >
          {tool.name}
        </Link>
        {tool.state === "usable" ? null : <Badge tone="warn">{mcpText.toolState[tool.state]}</Badge>}
      </span>
      <span className="line-clamp-2 break-words">{tool.reason ?? tool.description}</span>
    </li>
  );
}
