import { type ReactNode, useId } from 'react';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { Button, buttonClass } from '../../components/base/button.tsx';
import { clearRecentLogout } from '../session/start/stored-user.ts';
import { authTexts } from './texts.ts';

/** How people sign in on this server. */
export function useSignInWays(): {
  /** There is a provider to sign in with: Google or a company. */
  hasProvider: boolean;
  hasCompany: boolean;
  /** Only companies, and the password of the last administrator. */
  isOnlyCompany: boolean;
} {
  const { google, companies, password } = usePublicConfig().signIn;
  const hasCompany = companies.length > 0;
  return { hasProvider: google || hasCompany, hasCompany, isOnlyCompany: hasCompany && !password };
}

/** The other providers, and what separates them from the form. `isAlone`: there is no form. */
export function OtherSignIn({ returnTo, isAlone = false }: { returnTo: string | null; isAlone?: boolean }) {
  const { google, companies } = usePublicConfig().signIn;
  return (
    <div className="mt-6 grid gap-4">
      {google && (
        <ProviderLink path="/api/auth/google" returnTo={returnTo}>
          <GoogleMark />
          {authTexts.google.button}
        </ProviderLink>
      )}
      {companies.map(({ id, name }) => (
        <ProviderLink key={id} path={`/api/auth/oidc/${id}`} returnTo={returnTo}>
          {authTexts.company.button(name)}
        </ProviderLink>
      ))}
      {!isAlone && (
        <div className="flex items-center gap-3.5 text-sm text-text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
          {authTexts.signIn.or}
        </div>
      )}
    </div>
  );
}

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

/** Sign-in with Google on a server without it: disabled, with an explanation. */
export function MissingGoogle() {
  const explanation = useId();
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

/** A link that begins a sign-in with another provider at `path` of the auth host. It looks like a button. */
function ProviderLink(props: { path: string; returnTo: string | null; children: ReactNode }) {
  const url = new URL(props.path, usePublicConfig().origins.auth);
  if (props.returnTo) url.searchParams.set('return_to', props.returnTo);
  return (
    <a
      className={buttonClass('quiet', 'md', 'w-full whitespace-normal! py-1.5 text-center')}
      href={url.href}
      onClick={clearRecentLogout}
    >
      {props.children}
    </a>
  );
}
