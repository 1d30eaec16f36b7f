"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { Issue } from "./draft-model";
import { type Monaco, setUpMonaco, toLanguage } from "./load-monaco";

export type MonacoOptions = {
  /** Names the models, so that two pages never share one. */
  scope: string;
  path: string;
  /** Read when the file is opened and when `resets` grows, never while somebody types. */
  text: string;
  resets: number;
  issues: readonly Issue[];
  /** Line to go to; 1 is the first. */
  line: number | null;
  label: string;
  contractSchema: Record<string, unknown>;
  onChange: (path: string, text: string) => void;
  onSave: () => void;
  onRun: () => void;
};

type Editor = ReturnType<Monaco["editor"]["create"]>;

const MARKERS = "capstan";

/**
 * Outside system: one Monaco editor. It owns the text while somebody types (an input method composes inside it); React
 * hears of changes and replaces texts only on a reset. Each file keeps its own undo history and scroll position.
 */
export function useMonaco(options: MonacoOptions): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  const held = useRef<{ monaco: Monaco; editor: Editor } | null>(null);
  const views = useRef(new Map<string, ReturnType<Editor["saveViewState"]>>());
  const latest = useRef(options);
  latest.current = options;
  const { scope, path, text, resets, issues, line, label, contractSchema } = options;

  useEffect(() => {
    if (container.current === null) return;
    const monaco = setUpMonaco(contractSchema);
    const editor = monaco.editor.create(container.current, {
      model: null,
      automaticLayout: true,
      fontFamily: "'JetBrains Mono Variable', ui-monospace, Menlo, Consolas, monospace",
      fontSize: 12.5,
      lineHeight: 19,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      renderWhitespace: "selection",
      renderControlCharacters: true,
      unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
      tabSize: 2,
      wordWrap: "on",
      fixedOverflowWidgets: true,
      padding: { top: 6 },
      overviewRulerBorder: false,
      stickyScroll: { enabled: false },
    });
    editor.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => latest.current.onSave());
    editor.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, () => latest.current.onRun());
    editor.onDidChangeModelContent(() => {
      const model = editor.getModel();
      if (model !== null) latest.current.onChange(toPath(model.uri.path, latest.current.scope), model.getValue());
    });
    held.current = { monaco, editor };
    const follow = watchScheme((isDark) => monaco.editor.setTheme(isDark ? "capstan-dark" : "capstan-light"));
    return () => {
      follow();
      held.current = null;
      editor.dispose();
      for (const model of monaco.editor.getModels()) model.dispose();
    };
  }, [contractSchema]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is read when the file or `resets` changes; typing must not write it back
  useEffect(() => {
    if (held.current === null) return;
    const { monaco, editor } = held.current;
    const uri = monaco.Uri.from({ scheme: "inmemory", path: `/${scope}/${path}` });
    const before = editor.getModel();
    if (before !== null) views.current.set(before.uri.toString(), editor.saveViewState());
    const model = monaco.editor.getModel(uri) ?? monaco.editor.createModel(text, toLanguage(path), uri);
    if (model.getValue() !== text) model.setValue(text);
    editor.setModel(model);
    const view = views.current.get(uri.toString());
    if (view) editor.restoreViewState(view);
  }, [scope, path, resets, contractSchema]);

  useEffect(() => {
    held.current?.editor.updateOptions({ ariaLabel: label });
  }, [label]);

  useEffect(() => {
    if (held.current === null) return;
    const { monaco, editor } = held.current;
    const model = editor.getModel();
    if (model === null) return;
    monaco.editor.setModelMarkers(
      model,
      MARKERS,
      issues
        .filter((issue) => issue.file === path)
        .map((issue) => ({
          severity: issue.severity === "error" ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
          message: issue.fix === undefined ? issue.message : `${issue.message}\n${issue.fix}`,
          code: issue.code,
          startLineNumber: issue.line,
          startColumn: issue.column,
          endLineNumber: issue.endLine,
          endColumn: Math.max(issue.endColumn, issue.endLine === issue.line ? issue.column + 1 : 1),
        })),
    );
  }, [issues, path]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file with the same line is another place
  useEffect(() => {
    if (held.current === null || line === null) return;
    held.current.editor.revealLineInCenter(line);
    held.current.editor.setPosition({ lineNumber: line, column: 1 });
    held.current.editor.focus();
  }, [line, path]);

  return container;
}

function toPath(uriPath: string, scope: string): string {
  return uriPath.slice(scope.length + 2);
}

/** Tells at once and on every change whether the page is dark, by the system or by choice. */
function watchScheme(tell: (isDark: boolean) => void): () => void {
  const media = window.matchMedia("(prefers-color-scheme: dark)");
  const update = () => {
    const chosen = document.documentElement.dataset.theme;
    tell(chosen === "dark" || (chosen !== "light" && media.matches));
  };
  update();
  media.addEventListener("change", update);
  const observer = new MutationObserver(update);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => {
    media.removeEventListener("change", update);
    observer.disconnect();
  };
}
