import { Suspense } from 'react';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { TextButton } from '../../../components/base/button.tsx';
import { codePart } from '../../../components/base/code-part.ts';
import { SandboxForm } from '../sandbox/sandbox-form.tsx';
import { useSandboxConfirm } from '../sandbox/use-sandbox-confirm.ts';
import { subscriptionTexts } from '../texts.ts';
import { usePaymentArrived } from '../use-payment-arrived.ts';
import { CardFrame } from './card-frame.tsx';
import { LoadingForm } from './loading-form.tsx';
import type { OpenPayment } from './use-create-subscription.ts';

const texts = subscriptionTexts.payment;

/**
 * The address after a payment. Stripe adds `redirect_status` and its secrets to it. When the page goes there itself, it adds the same
 * status.
 */
const successPath = '/success';
const successHref = `${successPath}?redirect_status=succeeded`;

const StripeForm = codePart(() => import('./stripe-form.tsx')).lazy((module) => module.StripeForm);

/** The form that pays for the first month. */
export function PaymentView({ payment, onBack }: { payment: OpenPayment; onBack: () => void }) {
  const { payments } = usePublicConfig();
  const hasArrived = usePaymentArrived();
  return (
    <CardFrame heading={texts.heading} lead={texts.lead} isTest={payments.provider === 'sandbox'}>
      {payments.publishableKey ? (
        <Suspense fallback={<LoadingForm />}>
          <StripeForm
            {...payment}
            publishableKey={payments.publishableKey}
            returnTo={successPath}
            confirmedHref={successHref}
            failedTitle={subscriptionTexts.toasts.paymentFailed}
            wasConfirmed={hasArrived}
            texts={texts}
          />
        </Suspense>
      ) : (
        <SandboxPayment clientSecret={payment.clientSecret} />
      )}
      <TextButton className="mx-auto mt-3 block" onClick={onBack}>
        {texts.otherPlans}
      </TextButton>
    </CardFrame>
  );
}

function SandboxPayment({ clientSecret }: { clientSecret: string }) {
  const confirm = useSandboxConfirm({
    clientSecret,
    failedTitle: subscriptionTexts.toasts.paymentFailed,
    onConfirmed: async () => window.location.assign(successHref),
    wasConfirmed: usePaymentArrived(),
  });
  return <SandboxForm confirm={confirm} texts={texts} />;
}
