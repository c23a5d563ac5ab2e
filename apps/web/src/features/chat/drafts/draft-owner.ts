import { useEffect, useEffectEvent, useRef } from 'react';

const key = 'noek_drafts_of';
/** The prefix of the id of a person whose session has ended and whose drafts were removed from this device. */
const leftMark = 'left:';

/**
 * Keeps drafts with the person who typed them. They survive an expired session and are cleared when a different person signs in on this
 * device. A guest's drafts stay when the guest signs in. `userId` is the person whom the server has confirmed; null for guests and until
 * then. `onOwner` is called once the drafts of a confirmed person are in place. `forget` forgets the owner on a sign-out, and returns who
 * it was. `leave` does the same when the session has ended elsewhere, and remembers that; it returns null if that is known already.
 */
export function useDraftOwner(
  userId: string | null,
  { clear, onOwner }: { clear: () => void; onOwner: (userId: string) => void },
): { forget: () => string | null; leave: () => string | null } {
  const lastHere = useRef<string | null>(null);
  const clearDrafts = useEffectEvent(clear);
  const announceOwner = useEffectEvent(onOwner);
  useEffect(() => {
    if (userId === null) return;
    const owner = lastHere.current ?? currentOwner();
    if (owner !== null && owner !== userId) clearDrafts();
    lastHere.current = userId;
    write(userId);
    announceOwner(userId);
  }, [userId]);
  return {
    forget() {
      const owner = lastHere.current;
      lastHere.current = null;
      forgetDraftOwner();
      return owner;
    },
    leave() {
      const owner = lastHere.current ?? currentOwner();
      lastHere.current = null;
      if (owner !== null) write(leftMark + owner);
      return owner;
    },
  };
}

/** Whether a person who did not sign out was the last one on this device. */
export const hasDraftOwner = (): boolean => read() !== null;

/** Whose drafts are on this device. */
function currentOwner(): string | null {
  const owner = read();
  return owner?.startsWith(leftMark) ? null : owner;
}

/** Forgets whose drafts are on this device. */
export const forgetDraftOwner = () => write(null);

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(owner: string | null): void {
  try {
    if (owner === null) localStorage.removeItem(key);
    else localStorage.setItem(key, owner);
  } catch {
    // Storage is switched off or full, so it keeps no drafts.
  }
}
