import { TextButton } from '../../../components/base/button.tsx';
import { subscriptionTexts } from '../texts.ts';

const texts = subscriptionTexts.sandbox;

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
export function TestCards({ onUse }: { onUse: (number: string) => void }) {
  return (
    <details open className="mt-6 border-border border-t pt-4 text-sm">
      <summary className="min-h-(--size-control-sm) cursor-pointer font-medium">{texts.cards}</summary>
      <p className="text-text-muted">
        {texts.explain} {texts.cardsHint}
      </p>
      <ul className="mt-2 grid">
        {cards.map(({ number, text }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 border-border border-t">
            <TextButton
              className="-ml-1 min-h-10 tabular-nums"
              aria-label={texts.use(number)}
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
