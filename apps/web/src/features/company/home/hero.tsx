import { buttonClass } from '../../../components/base/button.tsx';
import { addresses } from '../addresses.ts';
import { BetaNotice } from '../beta-notice.tsx';
import { SignInAnchor } from '../sign-in-anchor.tsx';
import { companyTexts } from '../texts.ts';
import { TryNoek } from '../try-noek.tsx';
import { MemoryStory } from './memory-story.tsx';

const texts = companyTexts.hero;

export const Hero = () => (
  <section className="mx-auto grid max-w-site justify-items-center px-5 pt-12 pb-14 text-center md:px-8 md:pt-17 md:pb-22">
    <h1 className="max-w-[13em] text-[clamp(2.25rem,1.2rem+4.4vw,4rem)] leading-[1.06] tracking-[-0.036em]">
      {texts.heading}
    </h1>
    <p className="mt-5 max-w-[27em] text-balance text-[1.0625rem] text-text-muted leading-6.75 md:text-[1.1875rem] md:leading-7.25">
      {texts.lead}
    </p>
    {/* Columns of a fixed width, so that nothing moves when the page finds out who is here. */}
    <div className="mt-8 grid w-full max-w-64 grid-cols-2 gap-3">
      <TryNoek className={buttonClass('primary', 'lg')} />
      <SignInAnchor data-for="visitors" className={buttonClass('quiet', 'lg')}>
        {companyTexts.signIn}
      </SignInAnchor>
      <a data-for="members" hidden className={buttonClass('quiet', 'lg')} href={addresses.account}>
        {companyTexts.account}
      </a>
    </div>
    <BetaNotice className="mt-7" />
    <MemoryStory className="mt-9 w-full md:mt-11" />
  </section>
);
