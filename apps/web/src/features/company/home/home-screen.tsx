import { CircleHelp, Code, FileUp, Image, Link2, type LucideIcon, Mail, RefreshCw, Shield, Users } from 'lucide-react';
import { Badge } from '../../../components/base/badge.tsx';
import { buttonClass } from '../../../components/base/button.tsx';
import { PlanCard } from '../../subscription/plans/plan-card.tsx';
import { subscriptionTexts } from '../../subscription/texts.ts';
import { addresses } from '../addresses.ts';
import { DonateLink } from '../donate-link.tsx';
import { FeatureCards } from '../feature-cards.tsx';
import { Picture } from '../picture.tsx';
import { Section } from '../section.tsx';
import { SignInAnchor } from '../sign-in-anchor.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { companyTexts, currentRelease } from '../texts.ts';
import { When } from '../when.tsx';
import { Hero } from './hero.tsx';

/** The home page of the company site. */
export const HomeScreen = () => (
  <SiteFrame>
    <Hero />
    <FeatureCards />
    <Meet />
    <Plans />
    <Support />
  </SiteFrame>
);

const { meet } = companyTexts;
const icons: readonly LucideIcon[] = [Code, Link2, RefreshCw, Shield];
const soon: readonly { icon: LucideIcon; text: string; isHere?: true }[] = [
  { icon: Image, text: meet.soon.images },
  { icon: FileUp, text: meet.soon.files, isHere: true },
  { icon: Users, text: meet.soon.community },
];
const released = meet.released(currentRelease.version, currentRelease.homeDate);

/** The assistant: its version, what is special about it, and what comes next. */
const Meet = () => (
  <Section id="meet" heading={meet.heading} lead={meet.lead}>
    <div className="mb-12 overflow-hidden rounded-card border border-border-strong md:mb-16">
      <Picture
        picture={{ name: 'chat', width: 1280, height: 860 }}
        phone={{ name: 'chat-phone', width: 390, height: 640 }}
        alt={meet.pictures.chat.alt}
      />
    </div>
    <div className="grid gap-x-16 gap-y-10 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div>
        <ul className="flex flex-wrap gap-2">
          {[meet.assistantVersion, released.version, released.date].map((fact) => (
            <li key={fact}>
              <Badge>{fact}</Badge>
            </li>
          ))}
        </ul>
        <h3 className="mt-9 text-[1.0625rem]">{meet.comingSoon}</h3>
        <ul className="mt-3 grid gap-2 text-text-muted">
          {soon.map(({ icon: Icon, text, isHere }) => (
            <li key={text} className="flex items-center gap-3">
              <Icon className="icon" aria-hidden />
              {text} {isHere && <Badge>{meet.hereNow}</Badge>}
            </li>
          ))}
        </ul>
      </div>
      <ul className="grid gap-7">
        {meet.features.map(({ title, text }, at) => {
          const Icon = icons[at] ?? Code;
          return (
            <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
              <Icon className="mt-1 size-5 text-accent-ink" aria-hidden />
              <div>
                <h3 className="text-[1.0625rem] tracking-[-0.012em]">{title}</h3>
                <p className="mt-0.5 text-base text-text-muted">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
    <div className="mt-12 grid gap-x-8 gap-y-8 md:mt-16 md:grid-cols-2">
      {(['sources', 'files', 'memories', 'project'] as const).map((name) => (
        <figure key={name}>
          <div className="overflow-hidden rounded-card border border-border-strong">
            <Picture picture={{ name, width: 760, height: 520 }} alt={meet.pictures[name].alt} />
          </div>
          <figcaption className="mt-3 text-sm text-text-muted">{meet.pictures[name].text}</figcaption>
        </figure>
      ))}
    </div>
  </Section>
);

const { plans } = companyTexts;
const { basic, premium } = subscriptionTexts;

/** Both plans side by side. */
const Plans = () => (
  <Section id="plans" heading={plans.heading} lead={plans.lead}>
    <div className="grid gap-5 md:grid-cols-2">
      <PlanCard heading="h3" name={basic.name} price={basic.price} lead={basic.lead} benefits={basic.benefits}>
        <SignInAnchor screen="signup" data-for="visitors" className={buttonClass('quiet', 'lg')}>
          {plans.createAccount}
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
          {plans.upgrade}
        </a>
      </PlanCard>
    </div>
    <p className="mt-6 text-base text-text-muted">{plans.guests}</p>
  </Section>
);

const { support } = companyTexts;

const Support = () => (
  <Section id="support" heading={support.heading} lead={support.lead}>
    <div className="flex flex-wrap gap-3">
      <a className={buttonClass('quiet', 'lg')} href={addresses.support}>
        <Mail className="icon" aria-hidden />
        {support.write}
      </a>
      <a className={buttonClass('quiet', 'lg')} href={addresses.help}>
        <CircleHelp className="icon" aria-hidden />
        {support.help}
      </a>
    </div>
    <When setting="donation">
      <p className="mt-9 mb-4 text-base text-text-muted">{support.donateLead}</p>
      <DonateLink />
    </When>
  </Section>
);
