import { CircleHelp, Mail } from 'lucide-react';
import { buttonClass } from '../../../components/base/button.tsx';
import { addresses } from '../addresses.ts';
import { DonateLink } from '../donate-link.tsx';
import { Section } from '../section.tsx';
import { companyTexts } from '../texts.ts';
import { When } from '../when.tsx';

const texts = companyTexts.support;

export const Support = () => (
  <Section id="support" heading={texts.heading} lead={texts.lead}>
    <div className="flex flex-wrap gap-3">
      <a className={buttonClass('quiet', 'lg')} href={addresses.support}>
        <Mail className="icon" aria-hidden />
        {texts.write}
      </a>
      <a className={buttonClass('quiet', 'lg')} href={addresses.help}>
        <CircleHelp className="icon" aria-hidden />
        {texts.help}
      </a>
    </div>
    <When setting="donation">
      <p className="mt-9 mb-4 text-base text-text-muted">{texts.donateLead}</p>
      <DonateLink />
    </When>
  </Section>
);
