import type { Metadata } from "next";
import { DiskPage } from "#components/review/disk-page";
import { SubmissionPage } from "#components/review/submission-page";

export const metadata: Metadata = { title: "Review" };

/** Ids of submissions hold no colon, so that a capability's bytes on disk can have an address in the same room. */
const ON_DISK = "disk:";

type PageProps = { params: Promise<{ id: string }> };

export default async function Page({ params }: PageProps) {
  const id = decodeURIComponent((await params).id);
  return id.startsWith(ON_DISK) ? (
    <DiskPage key={id} name={id.slice(ON_DISK.length)} />
  ) : (
    <SubmissionPage key={id} id={id} />
  );
}
