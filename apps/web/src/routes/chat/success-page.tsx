import { useEffect, useState } from 'react';
import { navigate } from '../../components/base/navigate.ts';
import { onlyValue } from '../../components/base/only-value.ts';
import { type Redirect, SuccessScreen } from '../../features/subscription/success/success-screen.tsx';

const redirectOf = (status: string | null): Redirect => {
  if (status === null) return null;
  return status === 'succeeded' || status === 'processing' ? 'succeeded' : 'failed';
};

/** `?redirect_status`: how the payment service says the payment went: `succeeded`, `processing`, `failed` … */
export default function SuccessPage({ address }: { address: URL }) {
  const [redirect] = useState(() => redirectOf(onlyValue(address.searchParams, 'redirect_status')));
  // The secrets that Stripe adds do not belong in the history, and a reload announces nothing again.
  useEffect(() => {
    navigate('/success', { replace: true });
  }, []);
  return <SuccessScreen redirect={redirect} onSignOut={() => navigate('/')} />;
}
