import type { ReactNode } from 'react';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { buttonClass } from '../../components/base/button.tsx';
import { clearRecentLogout } from '../session/start/stored-user.ts';

/** A link that begins a sign-in with another provider at `path` of the auth host. It looks like a button. */
export function ProviderLink(props: { path: string; returnTo: string | null; children: ReactNode }) {
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
