import { LoaderCircle } from "lucide-react";

/** Work of unknown length inside a control. The control itself says what it is doing. */
export function Spinner() {
  return <LoaderCircle aria-hidden size={14} className="animate-spin motion-reduce:animate-none" />;
}
