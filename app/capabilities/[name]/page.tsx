import type { Metadata } from "next";
import { CapabilityPage } from "#components/editor/capability-page";

type PageProps = { params: Promise<{ name: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: decodeURIComponent((await params).name) };
}

export default async function Page({ params }: PageProps) {
  const name = decodeURIComponent((await params).name);
  return <CapabilityPage key={name} name={name} />;
}
