import { MissingPage } from "#components/frame/missing-page";

export default function NotFoundPage() {
  return <MissingPage />;
}
