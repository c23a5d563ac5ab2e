import { RefreshCw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/base/button.tsx';
import { IconButton } from '../../components/base/icon-button.tsx';
import { updateTexts } from './texts.ts';
import { dismiss, type Offer, reloadNow, watchVersion } from './version-watch.ts';

/** Tells the reader that the server has a newer version than this page. */
export default function UpdateBanner() {
  const [offer, setOffer] = useState<Offer>(null);
  const [reloading, setReloading] = useState(false);
  useEffect(() => watchVersion(setOffer), []);

  return (
    <div
      role="status"
      // On a phone it takes its own place above the page. Elsewhere it floats where there is room.
      className="grid flex-none justify-items-center md:pointer-events-none md:fixed md:inset-x-0 md:top-[calc(var(--size-header)+0.75rem)] md:z-(--z-toast) md:px-4"
    >
      {offer !== null && (
        <div className="pointer-events-auto flex w-full animate-fade-in items-center gap-3 border-accent-edge border-b bg-surface-raised py-2 pr-2 pl-4 md:max-w-104 md:rounded-card md:border md:py-2.5 md:shadow-float">
          <RefreshCw className="icon text-accent-ink" aria-hidden />
          <p className="min-w-0 flex-1 font-medium text-[0.875rem] leading-5">{updateTexts.title}</p>
          <Button
            size="sm"
            aria-disabled={reloading}
            onClick={() => {
              if (reloading) return;
              setReloading(true);
              void reloadNow(offer);
            }}
          >
            {updateTexts.reload}
          </Button>
          <IconButton
            size="lg"
            label={updateTexts.dismiss}
            onClick={() => {
              dismiss(offer);
              setOffer(null);
            }}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  );
}
