import { ArrowLeft } from 'lucide-react';
import { buttonClass } from '../../components/base/button.tsx';
import { usePageTitle } from '../../components/base/page-title.ts';
import { PageFrame } from '../../components/page-frame.tsx';
import { PaneBoundary } from '../../components/pane-boundary.tsx';
import { useAccountStream } from '../live/use-account-stream.ts';
import { useChangesElsewhere } from '../session/change-user.ts';
import { type SubscribePlace, SubscribeView } from './subscribe-view.tsx';
import { subscriptionTexts } from './texts.ts';

/** The page that offers SuperNoek and takes payments. Calls `onSignOut` after a sign-out in another tab. */
export function SubscribeScreen(props: { place: SubscribePlace; onSignOut: () => void }) {
  useChangesElsewhere(props.onSignOut);
  useAccountStream();
  usePageTitle(subscriptionTexts.pageTitle);
  return (
    <PageFrame
      skipToContent={subscriptionTexts.skipToContent}
      // A plain link: only the documents of this page may load the payment service's script.
      back={
        <a href="/" className={buttonClass('ghost')}>
          <ArrowLeft className="icon" aria-hidden />
          {subscriptionTexts.backToChat}
        </a>
      }
      className="mx-auto w-full max-w-208 px-5 pt-14 pb-20 max-md:pt-8"
    >
      <PaneBoundary>
        <SubscribeView place={props.place} />
      </PaneBoundary>
    </PageFrame>
  );
}
