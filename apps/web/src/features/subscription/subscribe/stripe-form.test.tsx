// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { subscriptionTexts } from '../texts.ts';
import { StripeForm } from './stripe-form.tsx';

const confirmPayment = vi.fn();

// What Stripe's script does in the browser. The browser tests run the real components.
vi.mock('@stripe/react-stripe-js', async () => {
  const { useEffect } = await import('react');
  return {
    Elements: ({ children }: { children: React.ReactNode }) => children,
    PaymentElement: ({ onReady }: { onReady: () => void }) => {
      useEffect(onReady, [onReady]);
      return null;
    },
    useStripe: () => ({ confirmPayment }),
    useElements: () => ({ submit: async () => ({}) }),
  };
});
vi.mock('./use-stripe-script.ts', () => ({
  formTimeoutMs: 60_000,
  useStripeScript: () => ({ stripe: {}, failed: false, retry: () => {} }),
}));

let assigned: string[] = [];
beforeEach(() => {
  currentToast.set(null);
  assigned = [];
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void assigned.push(String(url)));
  return () => vi.restoreAllMocks();
});

async function pay(error: { type: string; message: string }, wasConfirmed: () => Promise<boolean>) {
  confirmPayment.mockResolvedValue({ error });
  renderPage(
    <StripeForm
      publishableKey="pk_test"
      clientSecret="pi_1_secret_2"
      intent="payment"
      returnTo="/success"
      failedTitle="Payment Failed"
      wasConfirmed={wasConfirmed}
      confirmedHref="/success?redirect_status=succeeded"
      texts={subscriptionTexts.payment}
    />,
  );
  const button = await screen.findByRole('button', { name: 'Subscribe to SuperNoek - $30/month' });
  fireEvent.submit(button.closest('form') as HTMLFormElement);
}

test.each([
  ['the connection broke', { type: 'api_connection_error', message: 'We could not reach Stripe.' }],
  ['another tab has paid', { type: 'invalid_request_error', message: 'You cannot confirm this again.' }],
])('[8.46] [8.47] a payment at Stripe that went through is not called failed: %s', async (_, error) => {
  await pay(error, async () => true);
  await waitFor(() => expect(assigned).toEqual(['/success?redirect_status=succeeded']));
  expect(currentToast.get()).toBeNull();
});

test('[8.46] a payment that did not go through says why', async () => {
  await pay({ type: 'api_connection_error', message: 'We could not reach Stripe.' }, async () => false);
  await waitFor(() => expect(currentToast.get()?.description).toBe('We could not reach Stripe.'));
  expect(currentToast.get()?.title).toBe('Payment Failed');
});

test('[8.46] after a declined card, the server is not asked', async () => {
  const wasConfirmed = vi.fn(async () => true);
  await pay({ type: 'card_error', message: 'Your card was declined.' }, wasConfirmed);
  await waitFor(() => expect(currentToast.get()?.description).toBe('Your card was declined.'));
  expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.');
  expect(wasConfirmed).not.toHaveBeenCalled();
  expect(assigned).toEqual([]);
});
