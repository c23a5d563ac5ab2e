import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SubscribeScreen } from '../../features/subscription/subscribe/subscribe-screen.tsx';
import { refuseGuests } from './-guest-access.ts';

type Search = {
  /** `update`: the card of a subscription is to be changed. */
  card?: 'update';
  /** The setup that Stripe names when it returns from a bank's page. */
  setup_intent?: string;
};

export const Route = createFileRoute('/subscribe')({
  validateSearch: ({ card, setup_intent, ...others }: Record<string, unknown>): Search => ({
    ...others,
    ...(card === 'update' && { card }),
    ...(typeof setup_intent === 'string' && setup_intent && { setup_intent }),
  }),
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Subscribe,
});

const isOfStripe = (parameter: string) => /^(setup_intent|payment_intent|redirect_status)/.test(parameter);

function Subscribe() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const [place] = useState({ card: search.card === 'update', setupId: search.setup_intent ?? null });
  const hasSecrets = Object.keys(search).some(isOfStripe);
  // The secrets that Stripe adds do not belong in the history.
  useEffect(() => {
    if (!hasSecrets) return;
    void navigate({
      to: '/subscribe',
      search: (all) => Object.fromEntries(Object.entries(all).filter(([name]) => !isOfStripe(name))),
      replace: true,
    });
  }, [navigate, hasSecrets]);
  return <SubscribeScreen place={place} onSignOut={() => window.location.assign('/')} />;
}
