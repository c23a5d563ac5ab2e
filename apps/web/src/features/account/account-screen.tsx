import { ArrowLeft } from 'lucide-react';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { buttonClass } from '../../components/base/button.tsx';
import { Notice } from '../../components/base/notice.tsx';
import { usePageTitle } from '../../components/base/page-title.ts';
import { ThemeToggle } from '../../components/base/theme-toggle.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useChangesElsewhere } from '../session/change-user.ts';
import { AccountSection, type SectionName } from './account-section.tsx';
import { accountTexts } from './texts.ts';
import { useOpenSection } from './use-open-section.ts';

const topId = 'account-heading';

/**
 * The account page of the signed-in user. `section` is the one that the address names, or null; `chatHref` is the address of the
 * chat. Calls `onSignOut` after a sign-out in another tab.
 */
export function AccountScreen(props: { section: SectionName | null; chatHref: string; onSignOut: () => void }) {
  useChangesElsewhere(props.onSignOut);
  usePageTitle(accountTexts.pageTitle);
  useOpenSection(props.section, topId);
  return (
    <>
      <a className="skip-link" href="#main">
        {accountTexts.skipToContent}
      </a>
      <header className="sticky top-0 z-(--z-sticky) flex h-14 items-center justify-between border-border border-b bg-background px-3">
        <PageLink href={props.chatHref} className={buttonClass('ghost')}>
          <ArrowLeft className="icon" aria-hidden />
          {accountTexts.backToChat}
        </PageLink>
        <ThemeToggle />
      </header>
      <main id="main" className="mx-auto w-full max-w-(--container-page) px-6 pt-10 pb-24 max-md:px-5 max-md:pt-8">
        <h1 id={topId} tabIndex={-1} className="text-2xl outline-none">
          {accountTexts.heading}
        </h1>
        <p className="mt-1 text-text-muted">{accountTexts.lead}</p>
        <ComingSoon />
        <div className="mt-8">
          <AccountSection name="information" />
          <AccountSection name="plan" />
          <AccountSection name="security" />
          <AccountSection name="data" />
          <AccountSection name="sessions" />
          <AccountSection name="tokens" />
          <AccountSection name="export" />
          <AccountSection name="views" />
          <AccountSection name="danger" />
        </div>
      </main>
    </>
  );
}

function ComingSoon() {
  const { supportEmail } = usePublicConfig();
  return (
    <Notice className="mt-7">
      <p className="font-semibold">{accountTexts.comingSoon.title}</p>
      <p className="text-text-muted">
        {accountTexts.comingSoon.text}{' '}
        <a className="prose-link" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </p>
    </Notice>
  );
}
