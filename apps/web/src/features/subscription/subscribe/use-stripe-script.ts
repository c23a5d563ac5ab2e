import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState } from 'react';

/** Where Stripe's script comes from. */
const scriptOrigin = 'https://js.stripe.com';
/** How long the form may take to appear before the page says that something is wrong, in milliseconds. */
export const formTimeoutMs = 15_000;

/** Stripe's script for this key: null until it has loaded. `retry` loads it again after a failure. */
export function useStripeScript(publishableKey: string): { stripe: Stripe | null; failed: boolean; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    let current = true;
    setFailed(false);
    const fail = () => current && setFailed(true);
    const timer = setTimeout(fail, formTimeoutMs);
    loadStripe(publishableKey).then((loaded) => {
      if (!current) return;
      clearTimeout(timer);
      setFailed(loaded === null);
      setStripe(loaded);
    }, fail);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [publishableKey, attempt]);

  return {
    stripe,
    failed,
    retry() {
      if (isForbidden) window.location.reload();
      else setAttempt(attempt + 1);
    },
  };
}

/**
 * Whether the policy of this document forbids the script. A document that was opened offline has the policy of another page; a reload
 * gets the right one.
 */
let isForbidden = false;
document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
  if (blockedURI.startsWith(scriptOrigin)) isForbidden = true;
});
