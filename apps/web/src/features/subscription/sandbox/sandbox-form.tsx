import { zodResolver } from '@hookform/resolvers/zod';
import type { ChangeEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/base/button.tsx';
import { FormField } from '../../../components/forms/form-field.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { subscriptionTexts } from '../texts.ts';
import { AuthenticationDialog } from './authentication-dialog.tsx';
import {
  groupCardNumber,
  groupCvc,
  groupExpiry,
  regroup,
  type SandboxCard,
  sandboxCardSchema,
  type TypedCard,
} from './sandbox-card.ts';
import { TestCards } from './test-cards.tsx';
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
