import type { editor } from "monaco-editor/esm/vs/editor/editor.api";

/** Colours of the editor beside the tokens of app/globals.css: hex, since Monaco knows no OKLCH. */
export const LIGHT_THEME: editor.IStandaloneThemeData = {
  base: "vs",
  inherit: true,
  rules: [
    { token: "comment", foreground: "5f6b73" },
    { token: "string", foreground: "0f6b52" },
    { token: "number", foreground: "8a4b00" },
    { token: "keyword", foreground: "7a3fb0" },
    { token: "type", foreground: "1f5fb5" },
  ],
  colors: {
    "editor.background": "#fdfdfd",
    "editor.foreground": "#1c2226",
    "editorLineNumber.foreground": "#5f6b73",
    "editorLineNumber.activeForeground": "#1c2226",
    "editor.lineHighlightBackground": "#f3f5f6",
    "editor.lineHighlightBorder": "#00000000",
    "editor.selectionBackground": "#c3e8ea",
    "editorCursor.foreground": "#0b7f86",
    "editorWidget.background": "#ffffff",
    "editorWidget.border": "#cdd3d7",
    "editorSuggestWidget.selectedBackground": "#d9f0f1",
    "editorSuggestWidget.selectedForeground": "#1c2226",
    "editorSuggestWidget.highlightForeground": "#0b7f86",
    "editorSuggestWidget.focusHighlightForeground": "#0b7f86",
    focusBorder: "#13969d",
  },
};

export const DARK_THEME: editor.IStandaloneThemeData = {
  base: "vs-dark",
  inherit: true,
  rules: [
    { token: "comment", foreground: "93a0a8" },
    { token: "string", foreground: "7ed2ae" },
    { token: "number", foreground: "e5b567" },
    { token: "keyword", foreground: "c7a4f2" },
    { token: "type", foreground: "8fbcf5" },
  ],
  colors: {
    "editor.background": "#0f1214",
    "editor.foreground": "#e8ecee",
    "editorLineNumber.foreground": "#93a0a8",
    "editorLineNumber.activeForeground": "#e8ecee",
    "editor.lineHighlightBackground": "#1a1f22",
    "editor.lineHighlightBorder": "#00000000",
    "editor.selectionBackground": "#14484c",
    "editorCursor.foreground": "#4cc9cf",
    "editorWidget.background": "#1a1f22",
    "editorWidget.border": "#3d464b",
    "editorSuggestWidget.selectedBackground": "#14363a",
    "editorSuggestWidget.selectedForeground": "#e8ecee",
    "editorSuggestWidget.highlightForeground": "#4cc9cf",
    "editorSuggestWidget.focusHighlightForeground": "#4cc9cf",
    focusBorder: "#3db4ba",
  },
};
