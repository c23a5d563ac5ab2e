import { useEffect, useEffectEvent, useRef } from 'react';

const key = 'noek_drafts_of';

/**
 * Keeps drafts with the person who typed them. They survive an expired session and are cleared when a different person signs in
 * on this device. A guest's drafts stay when the guest signs in. `userId` is the person whom the server has confirmed; null for
 * guests and until then. `onOwner` is called once the drafts of a confirmed person are in place. Returns a function that forgets
 * the owner, for signing out, and says who it was.
 */
export function useDraftOwner(
  userId: string | null,
  { clear, onOwner }: { clear: () => void; onOwner: (userId: string) => void },
): () => string | null {
  const lastHere = useRef<string | null>(null);
  const clearDrafts = useEffectEvent(clear);
  const announceOwner = useEffectEvent(onOwner);
  useEffect(() => {
    if (userId === null) return;
    const owner = lastHere.current ?? read();
    if (owner !== null && owner !== userId) clearDrafts();
    lastHere.current = userId;
    write(userId);
    announceOwner(userId);
  }, [userId]);
  return () => {
    const owner = lastHere.current;
    lastHere.current = null;
    forgetDraftOwner();
    return owner;
  };
}

/** Whether drafts of a person who did not sign out are on this device. */
export const hasDraftOwner = (): boolean => read() !== null;

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
    // Storage is switched off or full, so it keeps nothing for anybody.
  }
}
