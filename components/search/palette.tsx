"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CornerDownLeft, FileText, Search, Zap } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { findProblem, useApi } from "#components/api";
import { frameText } from "#components/messages/en/frame";
import { toProblemText } from "#components/messages/en/problem";
import { searchText } from "#components/messages/en/search";
import { ErrorPanel } from "#components/ui/error-panel";
import { joinClasses } from "#components/ui/join-classes";
import { findCommands, toPaletteIndex } from "./palette-model";
import { SearchResultView } from "./search-result";
import { useActiveLine } from "./use-active-line";
import { type Command, usePaletteCommands } from "./use-palette-commands";

const text = frameText.palette;
const RESULTS = 8;

export type PaletteProps = {
  /** What was typed before the palette was there. */
  takeTyped: () => string;
  onClose: () => void;
  onShortcuts: () => void;
};

type Line = { id: string; run: () => void; content: ReactNode };
type Group = { id: keyof typeof text.groups; lines: Line[] };

/** Cmd/Ctrl-K: capabilities with why they match, pages, actions; groups keep their order while one types. */
export function Palette({ takeTyped, onClose, onShortcuts }: PaletteProps) {
  const [query, setQuery] = useState("");
  const [index, setIndex] = useState(0);
  const domId = useId();
  const { groups, error } = usePaletteGroups(query, { onClose, onShortcuts });
  const lines = groups.flatMap((group) => group.lines);
  const active = Math.min(index, lines.length - 1);
  const listRef = useActiveLine(active);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      lines[active]?.run();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setIndex(toPaletteIndex(event.key, active, lines.length));
    }
  };

  return (
    <ModalOverlay
      isOpen
      onOpenChange={onClose}
      isDismissable
      className="appear fixed inset-0 z-50 flex items-start justify-center bg-overlay px-3 pt-[12vh] max-phone:px-0 max-phone:pt-0"
    >
      <Modal className="flex max-h-[70vh] w-[640px] max-w-full flex-col overflow-hidden rounded-md border border-line-strong bg-float shadow-float max-phone:h-full max-phone:max-h-full max-phone:rounded-none">
        <AriaDialog aria-label={text.title} className="flex min-h-0 flex-col outline-none">
          <div className="flex h-11 shrink-0 items-center gap-2.5 border-line border-b px-3.5">
            <Search aria-hidden size={15} className="text-muted" />
            <input
              // biome-ignore lint/a11y/noAutofocus: the palette is opened in order to type
              autoFocus
              role="combobox"
              aria-label={text.title}
              aria-expanded="true"
              aria-controls={`${domId}-list`}
              aria-activedescendant={active >= 0 ? `${domId}-${active}` : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder={text.placeholder}
              value={query}
              // Kept until the field has the keys: its dialog loads after the palette itself.
              onFocus={() => {
                const typed = takeTyped();
                if (typed !== "") setQuery((current) => current + typed);
              }}
              onChange={(event) => {
                setQuery(event.target.value);
                setIndex(0);
              }}
              onKeyDown={onKeyDown}
              className="h-full min-w-0 flex-1 bg-transparent text-heading outline-none placeholder:text-muted"
            />
          </div>
          {error ? <ErrorPanel {...error} className="m-2" /> : null}
          <div
            ref={listRef}
            id={`${domId}-list`}
            role="listbox"
            aria-label={text.title}
            className="min-h-0 overflow-auto p-1.5"
          >
            {groups.map((group) => (
              <PaletteGroup
                key={group.id}
                group={group}
                domId={domId}
                firstIndex={lines.findIndex((line) => line.id === group.lines[0]?.id)}
                active={active}
                onHover={setIndex}
              />
            ))}
          </div>
          {lines.length === 0 ? <p className="px-3.5 pb-3 text-muted">{text.nothing(query)}</p> : null}
          <p role="status" className="sr-only">
            {text.results(lines.length)}
          </p>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

type PaletteGroupProps = {
  group: Group;
  domId: string;
  firstIndex: number;
  active: number;
  onHover: (index: number) => void;
};

function PaletteGroup({ group, domId, firstIndex, active, onHover }: PaletteGroupProps) {
  if (group.lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox
    <div role="group" aria-label={text.groups[group.id]}>
      <div aria-hidden className="px-2 pt-1.5 pb-0.5 text-meta text-muted">
        {text.groups[group.id]}
      </div>
      {group.lines.map((line, offset) => {
        const index = firstIndex + offset;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are answered by the combobox, which holds the focus
          <div
            key={line.id}
            id={`${domId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={line.run}
            onMouseMove={() => onHover(index)}
            className={joinClasses(
              "flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2",
              index === active && "bg-accent-soft",
            )}
          >
            {line.content}
            <CornerDownLeft
              aria-hidden
              size={13}
              className={joinClasses("shrink-0 text-muted", index !== active && "invisible")}
            />
          </div>
        );
      })}
    </div>
  );
}

function CommandLine({ label, group }: { label: string; group: "pages" | "actions" }) {
  const Icon = group === "pages" ? FileText : Zap;
  return (
    <>
      <Icon aria-hidden size={14} className="shrink-0 text-muted" />
      <span className="flex-1">{label}</span>
    </>
  );
}

/** What the palette offers for a query: capabilities from the server, pages and actions from here. */
function usePaletteGroups(query: string, { onClose, onShortcuts }: Omit<PaletteProps, "takeTyped">) {
  const api = useApi();
  const router = useRouter();
  const asked = useDeferredValue(query.trim());
  const search = useQuery(
    api.catalog.search.queryOptions(
      { query: asked, limit: RESULTS },
      { enabled: asked !== "", placeholderData: keepPreviousData },
    ),
  );
  const commands = usePaletteCommands({ onClose, onShortcuts });
  const found = findCommands(commands, query);
  const hits = asked === "" || search.data === undefined ? [] : search.data.hits;
  const best = Math.max(0, ...hits.map((result) => result.hit.score));
  const go = (href: string) => () => {
    onClose();
    router.push(href);
  };
  const toLines = (group: Command["group"]): Line[] =>
    found
      .filter((command) => command.group === group)
      .map((command) => ({
        id: command.id,
        run: command.run,
        content: <CommandLine label={command.label} group={group} />,
      }));
  const capabilities: Line[] = hits.map((result) => ({
    id: `capability:${result.hit.name}`,
    run: go(`/capabilities/${encodeURIComponent(result.hit.name)}`),
    content: <SearchResultView result={result} best={best} isDense />,
  }));
  if (hits.length > 0) {
    capabilities.push({
      id: "all-results",
      run: go(`/capabilities?q=${encodeURIComponent(asked)}`),
      content: <span className="flex-1 pl-[22px] text-accent-text">{text.allResults}</span>,
    });
  }
  const groups: Group[] = [
    { id: "capabilities", lines: capabilities },
    { id: "pages", lines: toLines("pages") },
    { id: "actions", lines: toLines("actions") },
  ];
  const problem = search.isError ? findProblem(search.error) : null;
  return { groups, error: problem === null ? null : toProblemText(problem, searchText.failedMeaning) };
}
