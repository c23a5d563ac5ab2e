import { usePublicConfig } from '../../api/base/public-config.ts';
import { buttonClass } from '../../components/base/button.tsx';
import { Logo } from '../../components/base/logo.tsx';
import { Notice } from '../../components/base/notice.tsx';
import { SignInLink } from '../session/start/sign-in-link.tsx';
import { useCompanyUser } from './company-user.ts';
import { Features } from './features.tsx';
import { SiteHeader } from './site-header.tsx';
import { companyTexts } from './texts.ts';

/** The home page of the company site. */
export function HomeScreen() {
  const { origins, supportEmail, version } = usePublicConfig();
  const user = useCompanyUser();
  return (
    <div className="flex min-h-dvh flex-col text-[1rem] leading-6.5">
      <a className="skip-link" href="#main">
        {companyTexts.skipToContent}
      </a>
      <SiteHeader />
      <main id="main" className="flex-1">
        <section className="mx-auto grid max-w-site justify-items-center px-5 pt-12 pb-14 text-center md:px-8 md:pt-22 md:pb-22">
          <h1 className="max-w-[15em] text-[clamp(2.25rem,1.2rem+4.4vw,4rem)] leading-[1.06] tracking-[-0.036em]">
            {companyTexts.hero.heading}
          </h1>
          <p className="mt-5 max-w-[34em] text-balance text-[1.0625rem] text-text-muted leading-6.75 md:text-[1.1875rem] md:leading-7.25">
            {companyTexts.hero.lead}
          </p>
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            <a className={buttonClass('primary', 'lg')} href={origins.chat}>
              {companyTexts.tryNoek}
            </a>
            {!user && <SignInLink className={buttonClass('quiet', 'lg')}>{companyTexts.signIn}</SignInLink>}
          </div>
          <Notice tone="warning" className="mt-7 max-w-160 text-left">
            <b className="font-semibold">{companyTexts.betaWarning.title}</b> {companyTexts.betaWarning.text}
          </Notice>
        </section>
        <Features />
      </main>
      <footer className="border-border border-t pt-8 pb-12 text-[0.875rem] text-text-muted">
        <div className="mx-auto flex max-w-site flex-wrap items-center gap-x-5 gap-y-2 px-5 md:px-8">
          <span className="inline-flex items-center gap-2.5 font-semibold text-base text-text">
            <Logo />
            {companyTexts.brand}
          </span>
          <span>{companyTexts.footer.version(version)}</span>
          <a className="inline-flex min-h-10 items-center md:ml-auto" href={`mailto:${supportEmail}`}>
            <span className="prose-link">{supportEmail}</span>
          </a>
        </div>
      </footer>
    </div>
  );
}
