import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '../../../components/base/button.tsx';
import { usePageTitle } from '../../../components/base/page-title.ts';
import { PageFrame } from '../../../components/page/page-frame.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { PaneBoundary } from '../../../components/states/pane-boundary.tsx';
import { useChangesElsewhere } from '../../session/change-user.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { SignInLink } from '../../session/start/sign-in-link.tsx';
import { connectTexts } from './texts.ts';

/**
 * A page on which a person connects something. Its content is there for signed-in people alone. Calls `onSignOut` after a sign-out in another
 * tab.
 */
export function ConnectFrame(props: { pageTitle: string; onSignOut: () => void; children: ReactNode }) {
  useChangesElsewhere(props.onSignOut);
  usePageTitle(props.pageTitle);
  const { user, isPending, unreached } = useCurrentUser();
  return (
    <PageFrame
      skipToContent={connectTexts.skipToContent}
      back={
        <a href="/" className={buttonClass('ghost')}>
          <ArrowLeft className="icon" aria-hidden />
          {connectTexts.backToChat}
        </a>
      }
      className="mx-auto w-full max-w-132 px-5 pt-10 pb-16 max-md:pt-7"
    >
      <PaneBoundary>
        {user || unreached || isPending ? (
          props.children
        ) : (
          <CentredMessage title={connectTexts.signedOut.title} text={connectTexts.signedOut.text} heading>
            <SignInLink className={buttonClass('primary')}>{connectTexts.signedOut.signIn}</SignInLink>
          </CentredMessage>
        )}
      </PaneBoundary>
    </PageFrame>
  );
}

/** The id of the heading that takes the focus when the content changes. */
export const connectHeadingId = 'connect-heading';

export function ConnectHeading({ children }: { children: ReactNode }) {
  return (
    <h1 id={connectHeadingId} tabIndex={-1} className="break-words text-2xl outline-none">
      {children}
    </h1>
  );
}

/** Facts about who asks. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 rounded-card border border-border bg-surface px-4 py-3.5 text-[0.875rem]">
      {facts.map(([term, value]) => (
        <div key={term} className="col-span-full grid grid-cols-subgrid">
          <dt className="text-text-muted">{term}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
