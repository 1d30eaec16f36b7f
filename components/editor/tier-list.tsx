import { Check, Minus } from "lucide-react";
import Link from "next/link";
import { placeText } from "#components/messages/en/place";
import { tierWords } from "#components/messages/en/words";
import { Chip } from "#components/ui/chip";
import { type CapabilityPlace, toObstacleText } from "./place-model";

const text = placeText.tiers;

/** The six kinds of message: lit where the main agent gets it, with the reason where not. */
export function TierList({ facts }: { facts: CapabilityPlace["facts"] }) {
  if (facts.scope !== "") return <p>{text.onlyScope(facts.scope)}</p>;
  return (
    <ul aria-label={text.list} className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1">
      {facts.tiers.map((tier) => {
        const obstacle = toObstacleText(tier, facts);
        const Icon = obstacle === null ? Check : Minus;
        return (
          <li key={tier.tier} className="contents">
            <Chip tone={obstacle === null ? "accent" : "neutral"} className="w-full">
              <Icon aria-hidden size={11} />
              {tierWords[tier.tier]}
            </Chip>
            {obstacle === null ? (
              <Link
                href={`/capabilities?as=${tier.tier}`}
                prefetch={false}
                title={text.seeAs}
                className="hover:underline"
              >
                {text.allowed}
              </Link>
            ) : (
              <span className="min-w-0 break-words text-muted">{obstacle}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
