"use client";

import { ArrowLeft } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { Button } from "./button";
import { joinClasses } from "./join-classes";
import { useUiText } from "./ui-text";
import { useStoredSize } from "./use-stored-size";

export type PaneName = "list" | "main" | "inspector";

export type PanesProps = {
  /** Key under which sizes are remembered. */
  name: string;
  list?: ReactNode;
  listLabel?: string;
  listWidth?: number;
  /** Below 1100 px the list is no pane; the page offers it in another way. */
  isListWideOnly?: boolean;
  main: ReactNode;
  mainLabel: string;
  inspector?: ReactNode;
  inspectorLabel?: string;
  inspectorWidth?: number;
  /** Below 640 px the panes are pages: the one that shows. */
  phonePane: PaneName;
  /** Below 640 px, the way back to the pane before. */
  onPhoneBack?: () => void;
};

/** List, main and inspector side by side, resizable by pointer and keyboard; on a phone one of them at a time. */
export function Panes(props: PanesProps) {
  const { name, list, main, inspector, phonePane, onPhoneBack } = props;
  const text = useUiText();
  const [listWidth, setListWidth] = useStoredSize(`${name}.list`, props.listWidth ?? 260);
  const [inspectorWidth, setInspectorWidth] = useStoredSize(`${name}.inspector`, props.inspectorWidth ?? 360);
  const hideOnPhone = (pane: PaneName) => (pane === phonePane ? "max-phone:flex-1" : "max-phone:hidden");
  return (
    <div className="flex min-h-0 min-w-0 flex-1 max-phone:flex-col">
      {onPhoneBack ? (
        <div className="border-line border-b p-1 phone:hidden">
          <Button variant="quiet" icon={<ArrowLeft size={14} />} onPress={onPhoneBack}>
            {text.back(props.mainLabel)}
          </Button>
        </div>
      ) : null}
      {list ? (
        <>
          <section
            aria-label={props.listLabel}
            className={joinClasses(
              "flex min-h-0 w-(--pane-width) shrink-0 flex-col bg-raised max-phone:w-full max-phone:shrink",
              props.isListWideOnly && "max-wide:hidden",
              hideOnPhone("list"),
            )}
            style={{ "--pane-width": `${listWidth}px` }}
          >
            {list}
          </section>
          <PaneDivider
            label={text.resizePane(props.listLabel ?? "")}
            width={listWidth}
            onResize={setListWidth}
            grows="right"
            isWideOnly={props.isListWideOnly ?? false}
          />
        </>
      ) : null}
      <section
        aria-label={props.mainLabel}
        className={joinClasses("flex min-h-0 min-w-0 flex-1 flex-col", hideOnPhone("main"))}
      >
        {main}
      </section>
      {inspector ? (
        <>
          <PaneDivider
            label={text.resizePane(props.inspectorLabel ?? "")}
            width={inspectorWidth}
            onResize={setInspectorWidth}
            grows="left"
          />
          <section
            aria-label={props.inspectorLabel}
            className={joinClasses(
              "flex min-h-0 w-(--pane-width) max-w-[44vw] shrink-0 flex-col max-phone:w-full max-phone:max-w-full max-phone:shrink",
              hideOnPhone("inspector"),
            )}
            style={{ "--pane-width": `${inspectorWidth}px` }}
          >
            {inspector}
          </section>
        </>
      ) : null}
    </div>
  );
}

const WIDTH_MIN = 160;
const WIDTH_MAX = 720;

type PaneDividerProps = {
  label: string;
  width: number;
  onResize: (width: number) => void;
  grows: "left" | "right";
  isWideOnly?: boolean;
};

function PaneDivider({ label, width, onResize, grows, isWideOnly }: PaneDividerProps) {
  const drag = useRef<{ x: number; width: number } | null>(null);
  const sign = grows === "right" ? 1 : -1;
  const resize = (to: number) => onResize(Math.round(Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, to))));
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag.current) resize(drag.current.width + sign * (event.clientX - drag.current.x));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 16 : event.key === "ArrowLeft" ? -16 : 0;
    if (step === 0) return;
    event.preventDefault();
    resize(width + sign * step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is not a horizontal rule
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={WIDTH_MIN}
      aria-valuemax={WIDTH_MAX}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = null;
      }}
      onKeyDown={onKeyDown}
      className={joinClasses(
        "relative w-px shrink-0 cursor-col-resize touch-none bg-line after:absolute after:inset-y-0 after:-left-1 after:z-20 after:w-2 hover:bg-accent focus-visible:bg-accent focus-visible:outline-none active:bg-accent max-phone:hidden",
        isWideOnly && "max-wide:hidden",
      )}
    />
  );
}
