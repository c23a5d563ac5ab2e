import { type PersonPayment, type SubscriptionDecision, subscriptionDecisions } from '@noek/contract/admin/schemas';
import { useId } from 'react';
import { adminTexts } from '../texts.ts';

const texts = adminTexts.payment;

/** Says what a person pays, and asks what happens to the subscription. `error`: why the form was not sent. */
export function SubscriptionChoice(props: {
  payment: PersonPayment;
  value: SubscriptionDecision | null;
  error: string | null;
  onChange: (value: SubscriptionDecision) => void;
}) {
  const { payment, value, error } = props;
  const id = useId();
  return (
    <fieldset
      aria-describedby={error ? `${id}-facts ${id}-error` : `${id}-facts`}
      className="grid gap-1 rounded-card border border-warning-edge bg-warning-soft px-4 py-3.5 text-warning-ink"
    >
      <legend className="sr-only">{texts.legend}</legend>
      <div id={`${id}-facts`} className="text-[0.875rem] leading-5.5">
        <p className="font-medium">{texts.pays(payment)}</p>
        {payment.decision && <p>{texts.decided(payment.decision)}</p>}
        <p className="mt-1">{texts.question}</p>
      </div>
      {subscriptionDecisions.map((one) => (
        <div key={one} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-1 text-[0.875rem] leading-5.5">
          <input
            id={`${id}-${one}`}
            type="radio"
            name={id}
            value={one}
            checked={one === value}
            onChange={() => props.onChange(one)}
            aria-describedby={`${id}-${one}-help`}
            className="mt-0.5 size-4.5 flex-none cursor-pointer accent-accent"
          />
          <label htmlFor={`${id}-${one}`} className="cursor-pointer font-medium">
            {texts.choices[one].label}
          </label>
          <p id={`${id}-${one}-help`} className="col-start-2">
            {texts.choices[one].help}
          </p>
        </div>
      ))}
      {error && (
        <p id={`${id}-error`} role="alert" className="font-medium text-danger-ink text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
