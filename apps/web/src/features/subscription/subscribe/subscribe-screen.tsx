import { SubscriptionFrame } from '../subscription-frame.tsx';
import { type SubscribePlace, SubscribeView } from './subscribe-view.tsx';

/** The page that offers SuperNoek and takes payments. Calls `onSignOut` after a sign-out in another tab. */
export function SubscribeScreen(props: { place: SubscribePlace; onSignOut: () => void }) {
  return (
    // A plain link: only the documents of this page may load the payment service's script.
    <SubscriptionFrame back="a" className="max-w-208" onSignOut={props.onSignOut}>
      <SubscribeView place={props.place} />
    </SubscriptionFrame>
  );
}
