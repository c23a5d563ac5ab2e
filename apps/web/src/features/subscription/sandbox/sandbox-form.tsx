import { zodResolver } from '@hookform/resolvers/zod';
import * as Radix from 'radix-ui/dialog';
import { type ChangeEvent, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button, TextButton } from '../../../components/base/button.tsx';
import { DialogToastPlace } from '../../../components/base/toasts/toast-place.tsx';
import { useBackToClose } from '../../../components/dialogs/back-to-close.ts';
import { overlayClass, panelClass } from '../../../components/dialogs/dialog-classes.ts';
import { escapeCloses } from '../../../components/dialogs/escape-closes.ts';
import { useReturnFocus } from '../../../components/dialogs/return-focus.ts';
import { FormField } from '../../../components/forms/form-field.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { subscriptionTexts } from '../texts.ts';
import {
  groupCardNumber,
  groupCvc,
  groupExpiry,
  regroup,
  type SandboxCard,
  sandboxCardSchema,
  type TypedCard,
} from './sandbox-card.ts';
import type { SandboxConfirm } from './use-sandbox-confirm.ts';

const words = subscriptionTexts.sandbox;

/** The card form of the built-in test payments. What was typed stays after a decline; it is never stored. */
export function SandboxForm(props: { confirm: SandboxConfirm; texts: { submit: string; submitting: string } }) {
  const { confirm, texts } = props;
  const form = useForm<TypedCard, unknown, SandboxCard>({
    resolver: zodResolver(sandboxCardSchema),
    defaultValues: { cardNumber: '', expiry: '', cvc: '' },
  });
  const submit = form.handleSubmit((card) => confirm.pay(card));
  const { declined } = confirm;
  // A toast says it too, but goes.
  useEffect(() => {
    if (declined !== null) form.setError('cardNumber', { message: declined }, { shouldFocus: true });
  }, [declined, form]);
  /** Groups the digits before the form reads them. */
  const grouped = <Control extends { onChange: (event: ChangeEvent<HTMLInputElement>) => unknown }>(
    control: Control,
    group: (text: string) => string,
  ) => ({
    ...control,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      regroup(event.target, group);
      return control.onChange(event);
    },
  });

  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <FormField form={form} name="cardNumber" label={words.number}>
          {(control) => (
            <Input
              {...grouped(control, groupCardNumber)}
              className="tabular-nums"
              autoComplete="cc-number"
              inputMode="numeric"
            />
          )}
        </FormField>
        <div className="grid grid-cols-2 items-start gap-4">
          <FormField form={form} name="expiry" label={words.expiry}>
            {(control) => (
              <Input
                {...grouped(control, groupExpiry)}
                className="tabular-nums"
                autoComplete="cc-exp"
                inputMode="numeric"
                placeholder={words.expiryHint}
              />
            )}
          </FormField>
          <FormField form={form} name="cvc" label={words.cvc}>
            {(control) => (
              <Input
                {...grouped(control, groupCvc)}
                className="tabular-nums"
                autoComplete="cc-csc"
                inputMode="numeric"
              />
            )}
          </FormField>
        </div>
        <Button type="submit" size="lg" className="w-full" aria-disabled={confirm.isBusy}>
          {confirm.isBusy ? texts.submitting : texts.submit}
        </Button>
      </form>
      <TestCards
        onUse={(card) => {
          form.setValue('cardNumber', card, { shouldValidate: form.formState.isSubmitted });
          form.setFocus('cardNumber');
        }}
      />
      <AuthenticationDialog
        open={confirm.isAsked}
        busy={confirm.isBusy}
        onAnswer={confirm.answer}
        onClose={confirm.withdraw}
      />
    </>
  );
}

const authenticationTexts = subscriptionTexts.sandbox.authentication;

/** What a bank's page asks with a real card (3-D Secure). Closing the dialog leaves the payment open. */
function AuthenticationDialog(props: {
  open: boolean;
  busy: boolean;
  onAnswer: (answer: 'complete' | 'fail') => void;
  onClose: () => void;
}) {
  const { busy } = props;
  const returnFocus = useReturnFocus();
  const close = () => {
    if (!busy) props.onClose();
  };
  useBackToClose(props.open, close);
  return (
    <Radix.Root open={props.open} onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content className={panelClass} {...returnFocus} {...escapeCloses(close)}>
            <Radix.Title className="text-lg">{authenticationTexts.title}</Radix.Title>
            <Radix.Description className="mt-2 text-text-muted">{authenticationTexts.question}</Radix.Description>
            <div className="mt-6 grid gap-2">
              <Button aria-disabled={busy} onClick={() => props.onAnswer('complete')}>
                {authenticationTexts.complete}
              </Button>
              <Button variant="quiet" aria-disabled={busy} onClick={() => props.onAnswer('fail')}>
                {authenticationTexts.fail}
              </Button>
            </div>
            <DialogToastPlace />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The cards of Stripe's test mode that the sandbox knows: https://docs.stripe.com/testing#cards */
const cards = [
  { number: '4242 4242 4242 4242', text: 'Works' },
  { number: '4000 0025 0000 3155', text: 'Asks for authentication' },
  { number: '4000 0000 0000 0002', text: 'Is declined' },
  { number: '4000 0000 0000 9995', text: 'Has insufficient funds' },
  { number: '4000 0000 0000 0069', text: 'Has expired' },
  { number: '4000 0000 0000 0127', text: 'Has another CVC' },
  { number: '4000 0000 0000 0119', text: 'Ends in a processing error' },
  { number: '4000 0000 0000 0341', text: 'Works now, fails at the renewal' },
  { number: '4000 0000 0000 0259', text: 'Works, then the payment is disputed' },
] as const;

/** The numbers that the sandbox accepts, and what each does. Choosing one fills in the form. */
function TestCards({ onUse }: { onUse: (number: string) => void }) {
  return (
    <details open className="mt-6 border-border border-t pt-4 text-sm">
      <summary className="min-h-(--size-control-sm) cursor-pointer font-medium">{words.cards}</summary>
      <p className="text-text-muted">
        {words.explain} {words.cardsHint}
      </p>
      <ul className="mt-2 grid">
        {cards.map(({ number, text }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 border-border border-t">
            <TextButton
              className="-ml-1 min-h-10 tabular-nums"
              aria-label={words.use(number)}
              onClick={() => onUse(number)}
            >
              {number}
            </TextButton>
            <span className="text-text-muted">{text}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
