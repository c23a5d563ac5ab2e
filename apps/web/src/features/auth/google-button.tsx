import { useId } from 'react';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { Button } from '../../components/base/button.tsx';
import { ProviderLink } from './provider-link.tsx';
import { authTexts } from './texts.ts';

function GoogleMark() {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M20.5 12.2H12.3M20.5 12.2a8.5 8.5 0 1 1-2.6-6.1" />
    </svg>
  );
}

/** Sign-in with Google. Disabled, with an explanation, on a server without it. */
export function GoogleButton({ returnTo }: { returnTo: string | null }) {
  const explanation = useId();
  if (usePublicConfig().signIn.google)
    return (
      <ProviderLink path="/api/auth/google" returnTo={returnTo}>
        <GoogleMark />
        {authTexts.google.button}
      </ProviderLink>
    );
  return (
    <div className="grid gap-2">
      <Button variant="quiet" className="w-full" disabled aria-describedby={explanation}>
        <GoogleMark />
        {authTexts.google.button}
      </Button>
      <p id={explanation} className="text-center text-text-muted text-xs">
        {authTexts.google.unavailable}
      </p>
    </div>
  );
}
