import { useEffect, useEffectEvent, useRef } from 'react';

const key = 'noek_drafts_of';

/**
 * Keeps drafts with the person who typed them. They survive an expired session and are cleared when a different person signs in
 * on this device. A guest's drafts stay when the guest signs in. `userId` is the person whom the server has confirmed; null for
 * guests and until then. Returns a function that forgets the owner, for signing out.
 */
export function useDraftOwner(userId: string | null, clear: () => void): () => void {
  const lastHere = useRef<string | null>(null);
  const clearDrafts = useEffectEvent(clear);
  useEffect(() => {
    if (userId === null) return;
    const owner = lastHere.current ?? read();
    if (owner !== null && owner !== userId) clearDrafts();
    lastHere.current = userId;
    write(userId);
  }, [userId]);
  return () => {
    lastHere.current = null;
    forgetDraftOwner();
  };
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
    // Storage is switched off or full, so it keeps nothing for anybody.
  }
}
