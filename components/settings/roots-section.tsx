"use client";

import { useMutation } from "@tanstack/react-query";
import { EllipsisVertical, FolderPlus } from "lucide-react";
import { useState } from "react";
import { findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { settingsText } from "#components/messages/en/settings";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { Chip } from "#components/ui/chip";
import { ErrorPanel } from "#components/ui/error-panel";
import { IconButton } from "#components/ui/icon-button";
import { joinClasses } from "#components/ui/join-classes";
import { Menu, type MenuEntry } from "#components/ui/menu";
import { AddRootDialog } from "./add-root-dialog";
import { AdmitDialog } from "./admit-dialog";
import { type EffectiveSettings, Section } from "./section";

const text = settingsText.roots;
type Root = EffectiveSettings["roots"][number];

/** All roots in rising precedence, each with what it holds and what a person decided about it. */
export function RootsSection({ roots }: { roots: readonly Root[] }) {
  const api = useApi();
  const [looking, setLooking] = useState<Root | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const dismiss = useMutation(api.settings.dismissRoot.mutationOptions());
  const remove = useMutation(api.settings.removeRoot.mutationOptions());
  const problem = findProblem(dismiss.error ?? remove.error);
  const act = (root: Root, action: string) => {
    if (action === "look") setLooking(root);
    else if (action === "dismiss") dismiss.mutate({ path: root.path });
    else if (action === "remove") remove.mutate({ path: root.path });
  };
  return (
    <Section id="roots" meaning={text.meaning}>
      <ol className="w-full border-line border-t">
        {roots.map((root) => (
          <RootRow
            key={root.path}
            root={root}
            onLook={() => setLooking(root)}
            onAction={(action) => act(root, action)}
          />
        ))}
      </ol>
      {problem ? <ErrorPanel {...toProblemText(problem, settingsText.notSaved)} className="w-full" /> : null}
      <Button icon={<FolderPlus aria-hidden size={14} />} onPress={() => setIsAdding(true)}>
        {text.add}
      </Button>
      {looking ? <AdmitDialog root={looking} onClose={() => setLooking(null)} /> : null}
      {isAdding ? <AddRootDialog onClose={() => setIsAdding(false)} /> : null}
    </Section>
  );
}

function toEntries(root: Root): MenuEntry[] {
  return [
    { id: "look", label: text.look, isDisabled: !root.exists },
    ...(root.admission === "admitted" ? [{ id: "dismiss", label: text.dismiss }] : []),
    ...(root.origin === "settings" ? [{ id: "remove", label: text.remove, isDanger: true }] : []),
  ];
}

type RootRowProps = { root: Root; onLook: () => void; onAction: (action: string) => void };

function RootRow({ root, onLook, onAction }: RootRowProps) {
  const { entries, broken, shadowed } = root.counts;
  return (
    <li className="flex items-start gap-3 border-line border-b py-2">
      <span className="w-5 shrink-0 text-right text-muted">{root.order + 1}</span>
      <div className="min-w-0 flex-1">
        <code className={joinClasses("block break-all", !root.exists && "text-muted")}>{root.path}</code>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted">
          <Chip>{root.layer}</Chip>
          <Chip title={text.origin}>{root.origin}</Chip>
          {root.exists ? <span>{text.entries(entries)}</span> : <span>{text.missing}</span>}
          {broken > 0 ? <span className="text-danger">{text.broken(broken)}</span> : null}
          {shadowed > 0 ? <span>{text.shadowed(shadowed)}</span> : null}
          {root.exists && !root.writable ? <span>{text.readOnly}</span> : null}
          {root.problem ? <span className="text-danger">{root.problem}</span> : null}
        </div>
      </div>
      {root.admission === "pending" && root.exists ? (
        <>
          <Badge tone="warn">{text.admission.pending}</Badge>
          <Button size="small" onPress={onLook}>
            {text.admit}
          </Button>
        </>
      ) : null}
      {root.admission === "admitted" ? <Badge>{text.admission.admitted}</Badge> : null}
      <Menu
        label={text.more(root.path)}
        trigger={<IconButton label={text.more(root.path)} icon={<EllipsisVertical size={14} />} size="small" />}
        entries={toEntries(root)}
        onAction={onAction}
      />
    </li>
  );
}
