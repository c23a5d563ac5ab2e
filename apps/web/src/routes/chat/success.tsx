import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Redirect, SuccessScreen } from '../../features/subscription/success/success-screen.tsx';
import { refuseGuests } from './-guest-access.ts';

type Search = {
  /** The result of the payment according to the payment service: `succeeded`, `processing`, `failed` … */
  redirect_status?: string;
};

export const Route = createFileRoute('/success')({
  validateSearch: ({ redirect_status }: Record<string, unknown>): Search =>
    typeof redirect_status === 'string' ? { redirect_status } : {},
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Success,
});

const redirectOf = (status: string | undefined): Redirect => {
  if (status === undefined) return null;
  return status === 'succeeded' || status === 'processing' ? 'succeeded' : 'failed';
};

function Success() {
  const { redirect_status } = Route.useSearch();
  const navigate = useNavigate();
  const [redirect] = useState(redirectOf(redirect_status));
  // The secrets that Stripe adds do not belong in the history, and a reload announces nothing again.
  useEffect(() => {
    void navigate({ to: '/success', search: {}, replace: true });
  }, [navigate]);
  return <SuccessScreen redirect={redirect} onSignOut={() => void navigate({ to: '/' })} />;
}
