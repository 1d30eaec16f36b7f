import type { Metadata } from "next";
import { CapabilitiesPage } from "#components/tree/capabilities-page";

export const metadata: Metadata = { title: "Capabilities" };

export default function Page() {
  return <CapabilitiesPage />;
}
