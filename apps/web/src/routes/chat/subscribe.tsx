import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SubscribeScreen } from '../../features/subscription/subscribe-screen.tsx';
import { refuseGuests } from './-guest-access.ts';

type Search = {
  /** `update`: the card of a subscription is to be changed. */
  card?: 'update';
  /** The setup that Stripe names when it leads back from a bank's page. */
  setup_intent?: string;
};

export const Route = createFileRoute('/subscribe')({
  validateSearch: ({ card, setup_intent }: Record<string, unknown>): Search => ({
    ...(card === 'update' && { card }),
    ...(typeof setup_intent === 'string' && setup_intent && { setup_intent }),
  }),
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Subscribe,
});

function Subscribe() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const [place] = useState({ card: search.card === 'update', setupId: search.setup_intent ?? null });
  const { card } = place;
  // The secrets that Stripe adds do not belong in the history.
  useEffect(() => {
    void navigate({ to: '/subscribe', search: card ? { card: 'update' } : {}, replace: true });
  }, [navigate, card]);
  return <SubscribeScreen place={place} onSignOut={() => window.location.assign('/')} />;
}
