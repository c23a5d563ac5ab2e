import { Badge } from '../../../components/base/badge.tsx';
import { buttonClass } from '../../../components/base/button.tsx';
import { PlanCard } from '../../subscription/plans/plan-card.tsx';
import { subscriptionTexts } from '../../subscription/texts.ts';
import { addresses } from '../addresses.ts';
import { Section } from '../section.tsx';
import { SignInAnchor } from '../sign-in-anchor.tsx';
import { companyTexts } from '../texts.ts';

const texts = companyTexts.plans;
const { basic, premium } = subscriptionTexts;

/** Both plans side by side. */
export const Plans = () => (
  <Section id="plans" heading={texts.heading} lead={texts.lead}>
    <div className="grid gap-5 md:grid-cols-2">
      <PlanCard heading="h3" name={basic.name} price={basic.price} lead={basic.lead} benefits={basic.benefits}>
        <SignInAnchor screen="signup" data-for="visitors" className={buttonClass('quiet', 'lg')}>
          {texts.createAccount}
        </SignInAnchor>
        <a data-for="members" hidden className={buttonClass('quiet', 'lg')} href={addresses.chat}>
          {companyTexts.openNoek}
        </a>
      </PlanCard>
      <PlanCard
        best
        heading="h3"
        name={premium.name}
        badge={<Badge tone="accent">{premium.recommended}</Badge>}
        price={premium.price}
        per={premium.perMonth}
        lead={premium.lead}
        benefits={premium.benefits}
      >
        <a data-subscribe className={buttonClass('primary', 'lg')} href={addresses.subscribe}>
          {texts.upgrade}
        </a>
      </PlanCard>
    </div>
    <p className="mt-6 text-base text-text-muted">{texts.guests}</p>
  </Section>
);
