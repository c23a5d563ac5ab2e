import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '../../components/base/button.tsx';
import { usePageTitle } from '../../components/base/page-title.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import type { PageLink } from '../../components/page/page-link.tsx';
import { PaneBoundary } from '../../components/states/pane-boundary.tsx';
import { useAccountStream } from '../live/use-account-stream.ts';
import { useChangesElsewhere } from '../session/change-user.ts';
import { subscriptionTexts } from './texts.ts';

/**
 * A page about payments, which follows the account. `back`: the kind of its link to the chat; `className` sets the width. Calls
 * `onSignOut` after a sign-out in another tab.
 */
export function SubscriptionFrame(props: {
  back: 'a' | typeof PageLink;
  className: string;
  onSignOut: () => void;
  children: ReactNode;
}) {
  useChangesElsewhere(props.onSignOut);
  useAccountStream();
  usePageTitle(subscriptionTexts.pageTitle);
  const Back = props.back;
  return (
    <PageFrame
      skipToContent={subscriptionTexts.skipToContent}
      back={
        <Back href="/" className={buttonClass('ghost')}>
          <ArrowLeft className="icon" aria-hidden />
          {subscriptionTexts.backToChat}
        </Back>
      }
      className={`mx-auto w-full px-5 pt-14 pb-20 max-md:pt-8 ${props.className}`}
    >
      <PaneBoundary>{props.children}</PaneBoundary>
    </PageFrame>
  );
}
