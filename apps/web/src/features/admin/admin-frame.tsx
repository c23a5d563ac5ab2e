import { adminPages } from '@noek/contract/admin/pages';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../../api/base/error-text.ts';
import { buttonClass } from '../../components/base/button.tsx';
import { Notice } from '../../components/base/notice.tsx';
import { usePageTitle } from '../../components/base/page-title.ts';
import { ThemeToggle } from '../../components/base/theme/theme-toggle.tsx';
import { PageLink } from '../../components/page/page-link.tsx';
import { CentredMessage } from '../../components/states/centred-message.tsx';
import { useAccountStream } from '../live/use-account-stream.ts';
import { useChangesElsewhere } from '../session/change-user.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { SignInLink } from '../session/start/sign-in-link.tsx';
import { type AdminPlace, adminHeadings, adminLeads } from './admin-links.ts';
import { AdminNavigation } from './admin-navigation.tsx';
import { SecondFactorFirst } from './second-factor/second-factor-first.tsx';
import { useSecondFactorMissing } from './second-factor/use-second-factor-missing.ts';
import { adminTexts } from './texts.ts';

/**
 * A page for administrators: a link back to `backHref` (otherwise the dashboard), the theme, the menu of all pages, and the content.
 * Other people see a sentence that says so, as does an administrator who loses the level while the page is open; an administrator who
 * needs a second factor sees its set-up. `onSignOut` is called after a sign-out in another tab.
 */
export function AdminFrame(props: {
  place: AdminPlace;
  backHref?: string;
  onSignOut: () => void;
  children: ReactNode;
}) {
  useChangesElsewhere(props.onSignOut);
  useAccountStream();
  usePageTitle(adminTexts.pageTitle(adminHeadings[props.place]));
  const isAdministrator = useCurrentUser().user?.accessLevel === 'admin';
  const { isMissing, onSetUp } = useSecondFactorMissing();
  return (
    <>
      <a className="skip-link" href="#main">
        {adminTexts.skipToContent}
      </a>
      <header className="sticky top-0 z-(--z-sticky) flex h-14 items-center justify-between gap-2 border-border border-b bg-background px-3 max-[18rem]:gap-0 max-[18rem]:px-1">
        <PageLink
          href={props.backHref ?? adminPages.dashboard}
          className={buttonClass('ghost', 'md', 'max-sm:min-w-10 max-sm:px-2!')}
        >
          <ArrowLeft className="icon" aria-hidden />
          <span className="max-[22rem]:sr-only">{adminTexts.back}</span>
        </PageLink>
        <ThemeToggle />
      </header>
      <div className="lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        {isAdministrator && !isMissing && <AdminNavigation place={props.place} />}
        <main
          id="main"
          className="mx-auto w-full max-w-6xl px-6 pt-8 pb-24 max-md:px-4 max-md:pt-6 lg:col-start-2 lg:px-8"
        >
          <ForAdministrators>{isMissing ? <SecondFactorFirst onSetUp={onSetUp} /> : props.children}</ForAdministrators>
        </main>
      </div>
    </>
  );
}

/** The heading of a page, and below it what the page is for. */
export const AdminHeading = ({ page }: { page: keyof typeof adminLeads }) => (
  <>
    <h1 className="text-2xl">{adminHeadings[page]}</h1>
    <p className="mt-1 max-w-160 text-pretty text-text-muted">{adminLeads[page]}</p>
  </>
);

function ForAdministrators({ children }: { children: ReactNode }) {
  const { user, isPending, unreached } = useCurrentUser();
  if (isPending)
    return (
      <p className="sr-only" role="status">
        {adminTexts.loading}
      </p>
    );
  if (user?.accessLevel === 'admin') return children;
  // Without a connection, it is not known whether the person is an administrator.
  if (unreached) return <Unreachable />;
  return user ? <AdministratorsOnly status={403} /> : <SignedOut />;
}

/** Shown to people without the level, with the status of the refusal. */
export function AdministratorsOnly({ status }: { status: number }) {
  return (
    <CentredMessage title={adminTexts.denied.title} text={adminTexts.denied.text} heading>
      <p role="alert" className="rounded-control bg-danger-soft px-3 py-1.5 text-danger-ink text-sm">
        {adminTexts.denied.error(status)}
      </p>
      <PageLink href="/" className={buttonClass('primary', 'md', 'mt-4')}>
        {adminTexts.denied.back}
      </PageLink>
    </CentredMessage>
  );
}

export function SignedOut() {
  const { title, text, signIn } = adminTexts.signedOut;
  return (
    <CentredMessage title={title} text={text} heading>
      <SignInLink className={buttonClass('primary')}>{signIn}</SignInLink>
    </CentredMessage>
  );
}

function Unreachable() {
  return (
    <Notice tone="warning" role="status">
      {errorText(new TypeError())}
    </Notice>
  );
}
