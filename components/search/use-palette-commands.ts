"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { useApi } from "#components/api";
import { frameText } from "#components/messages/en/frame";
import { addToast } from "#components/ui/toast";
import { setTheme } from "#components/ui/use-theme";
import type { PaletteCommand } from "./palette-model";

const text = frameText.palette;

export type Command = PaletteCommand & { group: "pages" | "actions"; run: () => void };

/** The pages one can go to and the actions one can do from anywhere; each closes the palette first. */
export function usePaletteCommands({
  onClose,
  onShortcuts,
}: {
  onClose: () => void;
  onShortcuts: () => void;
}): readonly Command[] {
  const api = useApi();
  const router = useRouter();
  const { mutate: reload } = useMutation(
    api.catalog.reload.mutationOptions({ onSuccess: () => addToast({ text: text.reloaded }) }),
  );
  return useMemo<Command[]>(() => {
    const go = (href: string) => () => {
      onClose();
      router.push(href);
    };
    const act = (action: () => void) => () => {
      onClose();
      action();
    };
    const { rooms } = frameText;
    const { actions } = text;
    return [
      {
        id: "capabilities",
        group: "pages",
        label: rooms.capabilities,
        keywords: "tree catalog browse",
        run: go("/capabilities"),
      },
      { id: "runs", group: "pages", label: rooms.runs, keywords: "timeline executions", run: go("/runs") },
      { id: "review", group: "pages", label: rooms.review, keywords: "approve promote drafts", run: go("/review") },
      {
        id: "settings",
        group: "pages",
        label: rooms.settings,
        keywords: "model roots sandbox project",
        run: go("/settings"),
      },
      {
        id: "new",
        group: "actions",
        label: actions.create,
        keywords: "create add write tool forge skill focus mode",
        run: go("/capabilities?new=1"),
      },
      {
        id: "import",
        group: "actions",
        label: actions.import,
        keywords: "skill mcp openai anthropic openapi upload files",
        run: go("/capabilities?exchange=import"),
      },
      { id: "ask", group: "actions", label: actions.ask, keywords: "run loop agent", run: go("/runs") },
      {
        id: "reload",
        group: "actions",
        label: actions.reload,
        keywords: "refresh reload disk",
        run: act(() => reload()),
      },
      { id: "shortcuts", group: "actions", label: actions.shortcuts, keywords: "help keys", run: onShortcuts },
      {
        id: "light",
        group: "actions",
        label: actions.light,
        keywords: "appearance mode",
        run: act(() => setTheme("light")),
      },
      {
        id: "dark",
        group: "actions",
        label: actions.dark,
        keywords: "appearance mode",
        run: act(() => setTheme("dark")),
      },
      {
        id: "system",
        group: "actions",
        label: actions.system,
        keywords: "appearance mode",
        run: act(() => setTheme("system")),
      },
    ];
  }, [router, onClose, onShortcuts, reload]);
}
