import Link from "next/link";
import { facetsText } from "#components/messages/en/facets";
import { placeText } from "#components/messages/en/place";
import { tierWords } from "#components/messages/en/words";
import { Chip } from "#components/ui/chip";
import { Fact, FactList } from "./part";
import { type CapabilityPlace, DIMENSIONS_ID, toPolicyGroupHref } from "./place-model";

const text = placeText;

/** What follows from the place of a capability: what asks first, where it is filed, how it is shown. */
export function PlaceFacts({ place }: { place: CapabilityPlace }) {
  const { facts } = place;
  return (
    <FactList>
      <Fact name={text.place}>
        <code className="min-w-0 break-all">{place.id}</code>
      </Fact>
      <Approval place={place} />
      <Fact name={text.policyGroups}>
        {facts.policyGroups.length === 0 ? (
          <span className="text-muted">{facts.scope === "" ? text.none : text.scoped}</span>
        ) : (
          <span className="flex min-w-0 flex-wrap gap-x-2">
            {facts.policyGroups.map((each) => (
              <Link
                key={each.name}
                href={toPolicyGroupHref(each.name)}
                prefetch={false}
                title={text.findMembers(each.name)}
                className="text-accent-text underline"
              >
                {text.members(each.name, each.members)}
              </Link>
            ))}
          </span>
        )}
      </Fact>
      <Fact name={text.profiles}>
        {facts.profiles.length === 0 ? (
          <span className="text-muted">{facts.scope === "" ? text.none : text.scoped}</span>
        ) : (
          facts.profiles.map((each) => text.members(each.name, each.members)).join(", ")
        )}
      </Fact>
      <Fact name={text.bindable}>{facts.isBindable ? text.isBindable.yes : text.isBindable.no}</Fact>
      {facts.delegation === null ? null : <Fact name={text.delegation}>{facts.delegation}</Fact>}
      <Fact name={text.display}>
        <DisplayPreview display={facts.display} />
      </Fact>
      <Fact name={text.registered}>{facts.isDynamic ? text.isDynamic.yes : text.isDynamic.no}</Fact>
      <Fact name={text.prefix}>
        {facts.prefixRule === null ? (
          <span className="text-muted">{text.noPrefix}</span>
        ) : (
          text.prefixRule(facts.prefixRule.prefix, facts.prefixRule.group)
        )}
      </Fact>
      <Fact name={text.all}>
        <a href={`#${DIMENSIONS_ID}`} className="text-accent-text underline">
          {text.dimensions.title}
        </a>
      </Fact>
    </FactList>
  );
}

function Approval({ place: { facts, isRefused } }: { place: CapabilityPlace }) {
  const { type, planTiers } = facts.approval;
  const words = text.approval;
  return (
    <>
      <Fact name={words.name}>
        {type === "none" ? (
          words.never
        ) : (
          <span>
            {facetsText.approvals[type]}
            <span className="block text-muted">{isRefused ? words.refused : words.modes}</span>
          </span>
        )}
      </Fact>
      <Fact name={words.plan}>
        {planTiers.length === 0
          ? words.planNever
          : words.planMeaning(planTiers.map((tier) => tierWords[tier]).join(", "))}
      </Fact>
    </>
  );
}

/** A call of it as a list of calls shows one. */
function DisplayPreview({ display }: { display: CapabilityPlace["facts"]["display"] }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      {display.verb === "" ? null : <span className="text-muted">{display.verb}</span>}
      <span className="font-medium">{display.title}</span>
      {display.detailKeys.map((key) => (
        <code key={key} className="text-meta text-muted">
          {text.detail(key)}
        </code>
      ))}
      {display.icon === "" ? null : <Chip title={text.displayIcon(display.icon)}>{display.icon}</Chip>}
    </span>
  );
}
