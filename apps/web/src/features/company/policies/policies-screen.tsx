import { ArrowLeft, Bot, Cookie, FileText, type LucideIcon, ShieldCheck } from 'lucide-react';
import { Badge } from '../../../components/base/badge.tsx';
import { buttonClass } from '../../../components/base/button.tsx';
import { addresses } from '../addresses.ts';
import { SiteFrame } from '../site-frame.tsx';
import { policyDate } from './policy.ts';
import { policies, policyTexts as texts } from './texts.ts';

const icons: readonly LucideIcon[] = [ShieldCheck, FileText, Bot];
const cardClass = 'relative flex flex-col rounded-card border border-border p-6';

/** The list of policies, and where to write. */
export const PoliciesScreen = () => (
  <SiteFrame>
    <div className="mx-auto max-w-page px-5 pt-6 pb-16 md:px-8 md:pt-10 md:pb-24">
      <a className={buttonClass('ghost', 'sm', '-ml-3')} href="/">
        <ArrowLeft className="icon" aria-hidden />
        {texts.backHome}
      </a>
      <h1 className="mt-6 text-3xl md:text-[2.75rem] md:leading-13">{texts.heading}</h1>
      <p className="mt-3 max-w-160 text-[1.0625rem] text-text-muted leading-6.75">{texts.lead}</p>
      <ul className="mt-10 grid gap-5 md:grid-cols-2">
        {policies.map(({ path, name, description }, at) => {
          const Icon = icons[at] ?? FileText;
          return (
            <li
              key={path}
              className={`${cardClass} focus-within:border-accent hover:border-border-strong hover:bg-surface`}
            >
              <Icon className="size-5 text-accent-ink" aria-hidden />
              <h2 className="mt-3.5 text-lg">
                {/* The whole card is the link. */}
                <a className="after:absolute after:inset-0 after:rounded-card" href={path}>
                  {name}
                </a>
              </h2>
              <p className="mt-1 mb-4 text-base text-text-muted">{description}</p>
              <LastUpdated />
            </li>
          );
        })}
        <li className={cardClass}>
          <Cookie className="size-5 text-text-muted" aria-hidden />
          <h2 className="mt-3.5 flex flex-wrap items-center gap-3 text-lg">
            {texts.cookies.name} <Badge>{texts.cookies.comingSoon}</Badge>
          </h2>
          <p className="mt-1 mb-4 text-base text-text-muted">{texts.cookies.description}</p>
          <LastUpdated />
        </li>
      </ul>
      <section aria-labelledby="contact-heading" className="mt-14 md:mt-18">
        <h2 id="contact-heading" className="text-xl">
          {texts.contact.heading}
        </h2>
        <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-3">
          {[texts.contact.legal, texts.contact.privacy, texts.contact.support].map((about) => (
            <div key={about}>
              <dt className="text-text-muted text-sm">{about}</dt>
              <dd className="min-w-0 break-words">
                <a className="prose-link inline-flex min-h-10 items-center" href={addresses.support}>
                  {addresses.supportEmail}
                </a>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  </SiteFrame>
);

const LastUpdated = () => (
  <p className="mt-auto text-text-muted text-sm">
    <time dateTime={policyDate.iso}>{texts.lastUpdated}</time>
  </p>
);
