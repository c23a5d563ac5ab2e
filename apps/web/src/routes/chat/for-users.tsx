import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { useCurrentUser } from '../../features/session/current-user.ts';
import { storedUser } from '../../features/session/start/stored-user.ts';
import { guestRedirect } from './guest-access.ts';

/**
 * A page for signed-in users. Guests are redirected to sign in first, or see `otherwise`. The last user on this device is let through
 * when the session has ended or the server cannot be reached; the page then says so. Who has been let through stays: when they sign
 * out, the page leads them away.
 */
export function ForUsers(props: { address: URL; otherwise: ReactNode; children: ReactNode }) {
  const { origins } = usePublicConfig();
  const { user, unreached, isPending } = useCurrentUser();
  const [stored] = useState(storedUser);
  const elsewhere = guestRedirect(props.address.href, origins.auth);
  const isUser = user !== null || unreached !== null || (elsewhere === null && stored !== null);
  const [isAdmitted, setIsAdmitted] = useState(isPending ? null : isUser);
  const isDecided = isAdmitted !== null;
  useEffect(() => {
    // The code of the page may have to load: a transition waits for it and shows nothing else meanwhile.
    if (!isDecided && !isPending) startTransition(() => setIsAdmitted(isUser));
  }, [isDecided, isPending, isUser]);
  const leaves = isAdmitted === false && elsewhere !== null;
  useEffect(() => {
    if (leaves) window.location.replace(elsewhere);
  }, [leaves, elsewhere]);
  if (!isDecided || leaves) return null;
  return isAdmitted ? props.children : props.otherwise;
}
