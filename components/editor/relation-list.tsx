import Link from "next/link";
import { placeText } from "#components/messages/en/place";
import { Chip } from "#components/ui/chip";
import { StateMark } from "#components/ui/state-mark";
import { Part } from "./part";
import { type CapabilityPlace, toPageHref, toWayText } from "./place-model";

const text = placeText.relations;

type Relations = CapabilityPlace["relations"];
type Relation = Relations["uses"][number];

/** What it refers to, and what refers to it, each with how and whether it can be called. */
export function RelationList({ relations }: { relations: Relations }) {
  const { uses, usedBy, services, openModes } = relations;
  return (
    <>
      <Part title={text.uses}>
        {uses.length + services.length === 0 ? <p className="text-muted">{text.usesNothing}</p> : null}
        <ul aria-label={text.uses} className="flex flex-col gap-1 empty:hidden">
          {uses.map((relation) => (
            <RelationLine key={relation.name} relation={relation} />
          ))}
          {services.map((service) => (
            <li key={`service ${service.name}`} className="flex flex-wrap items-center gap-x-2">
              <code>{service.name}</code>
              <Chip>{text.service}</Chip>
              {service.isProvided ? null : <Chip tone="danger">{text.notProvided}</Chip>}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={text.usedBy}>
        {usedBy.length === 0 ? <p className="text-muted">{text.usedByNothing}</p> : null}
        <ul aria-label={text.usedBy} className="flex flex-col gap-1 empty:hidden">
          {usedBy.map((relation) => (
            <RelationLine key={relation.name} relation={relation} />
          ))}
        </ul>
        {openModes.length === 0 ? null : (
          <p className="mt-1 flex flex-wrap gap-x-2 text-muted">
            {text.openModes}
            {openModes.map((mode) => (
              <PageLink key={mode} name={mode} />
            ))}
          </p>
        )}
      </Part>
    </>
  );
}

function PageLink({ name }: { name: string }) {
  return (
    <Link
      href={toPageHref(name)}
      prefetch={false}
      className="min-w-0 break-words text-accent-text underline pointer-coarse:py-1.5"
    >
      {name}
    </Link>
  );
}

function RelationLine({ relation: { name, ways, standing, reason } }: { relation: Relation }) {
  return (
    <li>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {standing === "missing" ? <span className="min-w-0 break-words">{name}</span> : <PageLink name={name} />}
        {ways.map((way) => (
          <Chip key={`${way.way} ${way.detail}`}>{toWayText(way)}</Chip>
        ))}
        {standing === "missing" ? <Chip tone="danger">{text.standings.missing}</Chip> : null}
        {standing === "ok" || standing === "missing" ? null : (
          <StateMark state={standing} label={text.standings[standing]} />
        )}
      </span>
      {reason === null ? null : <span className="block text-meta text-muted">{reason}</span>}
    </li>
  );
}
