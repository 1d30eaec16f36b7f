import { GitPullRequestArrow, HeartPulse, LayoutGrid, ListTree, Settings } from "lucide-react";
import { frameText } from "#components/messages/en/frame";

/** The rooms of the left rail, in order. */
export const rooms = [
  { id: "capabilities", href: "/capabilities", label: frameText.rooms.capabilities, Icon: LayoutGrid },
  { id: "runs", href: "/runs", label: frameText.rooms.runs, Icon: ListTree },
  { id: "review", href: "/review", label: frameText.rooms.review, Icon: GitPullRequestArrow },
  { id: "health", href: "/health", label: frameText.rooms.health, Icon: HeartPulse },
  { id: "settings", href: "/settings", label: frameText.rooms.settings, Icon: Settings },
] as const;

export type RoomId = (typeof rooms)[number]["id"];

/** The room of an address; an execution is shown among the runs. */
export function toRoomId(pathname: string): RoomId | null {
  const first = pathname.split("/")[1] ?? "";
  if (first === "executions") return "runs";
  return rooms.find((room) => room.id === first)?.id ?? null;
}
