import { Button, buttonClass } from '../../components/base/button.tsx';
import { BetaNotice } from './beta-notice.tsx';
import { DonateLink } from './donate-link.tsx';
import { FeatureCards } from './feature-cards.tsx';
import { Section } from './section.tsx';
import { SignInAnchor } from './sign-in-anchor.tsx';
import { SiteFrame } from './site-frame.tsx';
import { companyTexts } from './texts.ts';
import { When } from './when.tsx';

const texts = companyTexts.landing;
const { donate } = companyTexts;

/** The landing page for people who arrive without an account. */
export const LandingScreen = () => (
  <SiteFrame>
    <section className="mx-auto grid max-w-site justify-items-center px-5 pt-12 pb-14 text-center md:px-8 md:pt-22 md:pb-22">
      <h1 className="text-[clamp(2.25rem,1.2rem+4.4vw,3.25rem)] leading-[1.08] tracking-[-0.034em]">{texts.heading}</h1>
      <p className="mt-5 max-w-[30em] text-balance text-[1.0625rem] text-text-muted leading-6.75">{texts.lead}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <SignInAnchor screen="signup" className={buttonClass('primary', 'lg')}>
          {texts.getStarted}
        </SignInAnchor>
        <When setting="test-login">
          <Button variant="quiet" size="lg" data-test-login className="no-script:hidden">
            {texts.testLogin}
          </Button>
        </When>
      </div>
      <BetaNotice className="mt-7" />
    </section>
    <FeatureCards />
    <Section id="donate" heading={donate.heading} lead={donate.lead}>
      <When setting="donation">
        <DonateLink />
      </When>
      <When setting="no-donation">
        <p className="text-text-muted">{donate.none}</p>
      </When>
    </Section>
    <Section id="sign-in" heading={texts.closingHeading} lead={texts.closingLead}>
      <SignInAnchor className={buttonClass('primary', 'lg')}>{texts.signInNow}</SignInAnchor>
    </Section>
  </SiteFrame>
);
