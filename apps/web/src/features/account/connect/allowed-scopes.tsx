import { type TokenScope, tokenScopes } from '@noek/contract/calls/token-scopes';
import { Check } from 'lucide-react';
import { connectTexts } from './texts.ts';

/** What the scopes allow, as a list. A scope includes the ones before it. */
export function AllowedScopes({ scopes }: { scopes: readonly TokenScope[] }) {
  const last = Math.max(...scopes.map((scope) => tokenScopes.indexOf(scope)));
  const sentences = tokenScopes.slice(0, last + 1).flatMap((scope) => connectTexts.allowed[scope]);
  return (
    <ul className="mt-2 grid">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-3 border-border border-t py-2.5 last:border-b">
          <Check className="icon mt-1 flex-none text-accent-ink" aria-hidden />
          {sentence}
        </li>
      ))}
    </ul>
  );
}
