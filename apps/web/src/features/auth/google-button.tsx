import { useId } from 'react';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { Button, buttonClass } from '../../components/base/button.tsx';
import { clearRecentLogout } from '../session/start/stored-user.ts';
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

/** Whether this server offers sign-in with Google. */
export const useHasGoogle = (): boolean => usePublicConfig().signIn.google;

/** Sign-in with Google. Disabled, with an explanation, on a server without it. */
export function GoogleButton({ returnTo }: { returnTo: string | null }) {
  const { origins, signIn } = usePublicConfig();
  const explanation = useId();
  if (signIn.google) {
    const url = new URL('/api/auth/google', origins.auth);
    if (returnTo) url.searchParams.set('return_to', returnTo);
    return (
      <a className={buttonClass('quiet', 'md', 'w-full')} href={url.href} onClick={clearRecentLogout}>
        <GoogleMark />
        {authTexts.google.button}
      </a>
    );
  }
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
