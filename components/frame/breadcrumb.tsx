"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { frameText } from "#components/messages/en/frame";
import { CopyButton } from "#components/ui/copy-button";
import { toCrumbs } from "./breadcrumb-model";

export function Breadcrumb() {
  const pathname = usePathname();
  const crumbs = toCrumbs(pathname, frameText.roomOf);
  return (
    <nav aria-label={frameText.breadcrumb} className="group flex min-w-0 items-center gap-1">
      <ol className="flex min-w-0 items-center">
        {crumbs.map((crumb, index) => (
          <li
            key={crumb.href}
            className="flex min-w-0 items-center last:font-medium [&:not(:last-child)]:shrink-0 [&:not(:last-child)]:text-muted"
          >
            {index > 0 ? (
              <span aria-hidden className="px-1.5 text-muted">
                /
              </span>
            ) : null}
            <Link
              href={crumb.href}
              aria-current={index === crumbs.length - 1 ? "page" : undefined}
              className="truncate rounded-sm hover:text-fg"
            >
              {crumb.label}
            </Link>
          </li>
        ))}
      </ol>
      <span className="opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 max-phone:hidden">
        <CopyButton text={pathname} label={frameText.copyAddress} />
      </span>
    </nav>
  );
}
