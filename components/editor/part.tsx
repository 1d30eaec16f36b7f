import type { ReactNode } from "react";

/** One story of an overview under its heading. */
export function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} className="min-w-0 scroll-mt-3">
      <h2 className="mb-1 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

export function FactList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[88px_1fr] gap-x-3 gap-y-0.5">{children}</dl>;
}

/** One line of a `FactList`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 items-start gap-1 break-words">{children}</dd>
    </>
  );
}
