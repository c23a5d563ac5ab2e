import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, StripeElementsOptionsClientSecret, StripeError } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { useTheme } from '../../../components/base/theme/use-theme.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { useOneAtATime } from '../../../components/use-one-at-a-time.ts';
import { subscriptionTexts } from '../texts.ts';
import { LoadingForm } from './loading-form.tsx';
import type { OpenPayment } from './use-create-subscription.ts';
import { formTimeoutMs, useStripeScript } from './use-stripe-script.ts';

type StripeFormProps = OpenPayment & {
  publishableKey: string;
  /** The path of the page to which Stripe returns after the confirmation. */
  returnTo: string;
  /** The title of the toast about a failure. */
  failedTitle: string;
  /** Called with the id of a setup that needed no other page. Without it, Stripe always returns to `returnTo`. */
  onSetUp?: (setupId: string) => Promise<void>;
  /** Called after a failure that is not about the card. If it resolves to true, only the answer was lost. */
  wasConfirmed?: () => Promise<boolean>;
  /** Where the page goes if `wasConfirmed` resolves to true. */
  confirmedHref?: string;
  texts: { submit: string; submitting: string };
};

const isAboutCard = (error: StripeError) => error.type === 'card_error' || error.type === 'validation_error';

/** Stripe's own card form. If its script cannot be loaded, a message with a way to try again. */
export function StripeForm(props: StripeFormProps) {
  const { stripe, failed, retry } = useStripeScript(props.publishableKey);
  const theme = useTheme();
  const { clientSecret } = props;
  const options = useMemo<StripeElementsOptionsClientSecret>(
    () => ({ clientSecret, appearance: appearance(theme) }),
    [clientSecret, theme],
  );
  const [attempt, setAttempt] = useState(0);
  if (failed && !stripe) return <Unreachable onRetry={retry} />;
  if (!stripe) return <LoadingForm />;
  return (
    <Elements key={attempt} stripe={stripe} options={options}>
      <CardForm {...props} onRetry={() => setAttempt(attempt + 1)} />
    </Elements>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid gap-4">
      <Notice tone="danger" role="alert">
        {subscriptionTexts.stripe.unreachable}
      </Notice>
      <Button variant="quiet" onClick={onRetry}>
        {subscriptionTexts.stripe.retry}
      </Button>
    </div>
  );
}

function CardForm(props: StripeFormProps & { onRetry: () => void }) {
  const { clientSecret, intent, texts, onSetUp } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    const timer = setTimeout(() => setState((known) => (known === 'loading' ? 'failed' : known)), formTimeoutMs);
    return () => clearTimeout(timer);
  }, []);

  const alone = useOneAtATime();
  const confirm = useMutation({
    async mutationFn(): Promise<StripeError | undefined> {
      if (!stripe || !elements) return;
      const { error: incomplete } = await elements.submit();
      if (incomplete) return incomplete;
      const confirmParams = { return_url: new URL(props.returnTo, window.location.origin).href };
      if (intent === 'payment') {
        const { error } = await stripe.confirmPayment({ elements, clientSecret, confirmParams });
        if (isAboutCard(error) || !props.confirmedHref || !(await props.wasConfirmed?.())) return error;
        window.location.assign(props.confirmedHref);
        return;
      }
      if (!onSetUp) return (await stripe.confirmSetup({ elements, clientSecret, confirmParams })).error;
      const { error, setupIntent } = await stripe.confirmSetup({
        elements,
        clientSecret,
        confirmParams,
        redirect: 'if_required',
      });
      if (!error) await onSetUp(setupIntent.id);
      return error;
    },
    onSuccess(error) {
      // Stripe's form itself shows what is missing or malformed.
      if (!error || error.type === 'validation_error') return;
      const description = error.message ?? subscriptionTexts.toasts.paymentFailedWhy;
      toast({ title: props.failedTitle, description, variant: 'destructive' });
    },
    meta: { failed: () => ({ title: props.failedTitle, description: subscriptionTexts.connectionFailed }) },
  });
  // A toast says it too, but goes.
  const declined = confirm.data?.type === 'card_error' ? confirm.data.message : undefined;
  // After a success the page is left.
  const isBusy = confirm.isPending || (confirm.isSuccess && confirm.data === undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && state === 'ready') alone(() => confirm.mutateAsync());
  };

  if (state === 'failed') return <Unreachable onRetry={props.onRetry} />;
  return (
    <>
      {state === 'loading' && <LoadingForm />}
      {/* Stripe's frames measure themselves, so the form must be laid out while it loads. */}
      <form onSubmit={submit} className={clsx('grid gap-5', state === 'loading' && 'invisible h-0 overflow-hidden')}>
        <PaymentElement onReady={() => setState('ready')} onLoadError={() => setState('failed')} />
        <FormRefusal text={declined} />
        <Button type="submit" size="lg" className="w-full" aria-disabled={isBusy}>
          {isBusy ? texts.submitting : texts.submit}
        </Button>
      </form>
    </>
  );
}

/** A colour of the page as Stripe's frame understands it: it knows neither our variables nor oklch. */
function colour(name: string): string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();
  if (!context || !value) return '';
  context.fillStyle = value;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** How Stripe's form looks: like the page around it. */
const appearance = (theme: 'light' | 'dark'): Appearance => ({
  theme: theme === 'dark' ? 'night' : 'stripe',
  variables: {
    colorPrimary: colour('accent'),
    colorBackground: colour('surface-raised'),
    colorText: colour('text'),
    colorTextSecondary: colour('text-muted'),
    colorDanger: colour('danger-ink'),
    fontFamily: 'Inter, system-ui, sans-serif',
    borderRadius: '8px',
    spacingUnit: '4px',
  },
});
