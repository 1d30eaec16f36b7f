import type { Metadata } from "next";
import { RunPage } from "#components/runs/run-page";

export const metadata: Metadata = { title: "Run" };

type PageProps = { params: Promise<{ id: string }> };

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  return <RunPage key={id} id={decodeURIComponent(id)} />;
}
