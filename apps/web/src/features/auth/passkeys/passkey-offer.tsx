import { useEffect, useState } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { passkeyOffer } from '../../session/start/passkey-offer.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { hasAuthenticator } from './passkey-place.ts';
import { passkeyTexts } from './texts.ts';

const texts = passkeyTexts.offer;

/** Offers a passkey to a person who has just signed in for the first time. Either answer ends the offer. */
export default function PasskeyOffer() {
  const [canKeep, setCanKeep] = useState(false);
  const [adding, setAdding] = useState(false);
  useEffect(() => {
    // No offer where it needs a security key.
    hasAuthenticator().then(setCanKeep, () => {});
  }, []);
  if (!canKeep) return null;
  return (
    <aside aria-label={texts.label} className="flex-none animate-fade-in px-4 pt-3">
      <div className="mx-auto flex max-w-3xl flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-border bg-surface-raised px-4 py-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium">{texts.title}</p>
          <p className="text-sm text-text-muted">{texts.text}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              passkeyOffer.set(null);
              // The focused button disappears.
              document.getElementById('main')?.focus();
            }}
          >
            {texts.no}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        </div>
      </div>
      {adding && <AddPasskeyDialog onAdded={() => passkeyOffer.set(null)} onClose={() => setAdding(false)} />}
    </aside>
  );
}
