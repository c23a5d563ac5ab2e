import type { ReactNode } from 'react';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { Logo } from '../../components/base/logo.tsx';
import { ThemeToggle } from '../../components/base/theme/theme-toggle.tsx';
import { authTexts } from './texts.ts';

/** The id of the heading of a card, for `useFocusOnViewChange`. */
export const authHeadingId = 'auth-heading';

/**
 * The page around each card of the auth host. `hasSupport`: the card itself says where to get help. `isSignIn`: the card is for people who
 * have an account.
 */
export function AuthFrame(props: { hasSupport?: boolean; isSignIn?: boolean; children: ReactNode }) {
  const { hasSupport = false, isSignIn = true, children } = props;
  const { origins, supportEmail } = usePublicConfig();
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <a className="skip-link" href="#main">
        {authTexts.frame.skipToContent}
      </a>
      <header className="flex items-center justify-between px-6 py-4">
        <a
          href={origins.company}
          className="inline-flex min-h-10 items-center gap-2.5 font-semibold text-[1rem] tracking-[-0.012em]"
        >
          <Logo />
          {authTexts.frame.brand}
        </a>
        <ThemeToggle />
      </header>
      <main id="main" className="grid grid-cols-[minmax(0,25rem)] place-content-center px-4 pt-2 pb-6 sm:px-6">
        {children}
      </main>
      <footer className="px-6 pt-4 pb-6 text-center text-sm text-text-muted">
        {!hasSupport && (
          <>
            {isSignIn ? authTexts.frame.trouble : authTexts.frame.help}{' '}
            <a className="prose-link" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          </>
        )}
        {!hasSupport && <span aria-hidden> · </span>}
        <a className="prose-link" href={`${origins.company}/policies`}>
          {authTexts.frame.policies}
        </a>
      </footer>
    </div>
  );
}

/** A card. `heading` is the page's h1. */
export function AuthCard({ heading, lead, children }: { heading: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <section
      aria-labelledby={authHeadingId}
      className="flex flex-col rounded-[1rem] border border-border bg-surface-raised px-5 py-6 sm:p-8"
    >
      <h1 id={authHeadingId} tabIndex={-1} className="text-xl tracking-[-0.02em] outline-none">
        {heading}
      </h1>
      {lead && <p className="mt-1 break-words text-text-muted">{lead}</p>}
      {children}
    </section>
  );
}
