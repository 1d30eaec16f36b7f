import type { Metadata } from "next";
import { ExecutionPage } from "#components/runs/execution-page";

export const metadata: Metadata = { title: "Execution" };

type PageProps = { params: Promise<{ id: string }> };

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  return <ExecutionPage key={id} id={decodeURIComponent(id)} />;
}
