import { useEffect, useState } from 'react';
import { navigate } from '../../components/base/navigate.ts';
import { onlyValue } from '../../components/base/only-value.ts';
import { SubscribeScreen } from '../../features/subscription/subscribe-screen.tsx';

const isOfStripe = (parameter: string) => /^(setup_intent|payment_intent|redirect_status)/.test(parameter);

/**
 * `?card=update`: the card of a subscription is to be changed. `?setup_intent`: the setup that Stripe names when it leads back from a
 * bank's page.
 */
export default function SubscribePage({ address }: { address: URL }) {
  const { searchParams } = address;
  const [place] = useState({
    card: onlyValue(searchParams, 'card') === 'update',
    setupId: onlyValue(searchParams, 'setup_intent'),
  });
  // The secrets that Stripe adds do not belong in the history.
  useEffect(() => {
    const kept = new URL(address);
    for (const name of address.searchParams.keys()) if (isOfStripe(name)) kept.searchParams.delete(name);
    if (kept.search !== address.search) navigate(kept, { replace: true });
  }, [address]);
  return <SubscribeScreen place={place} onSignOut={() => window.location.assign('/')} />;
}
