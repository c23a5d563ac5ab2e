import { useEffect, useRef } from 'react';

const key = 'noek_drafts_of';

/**
 * What was typed and not sent belongs to whoever typed it: it outlives their session, and is cleared before the next person
 * at this device works on. What a guest typed goes along when they sign in. `userId`: who is here as the server said, null
 * for nobody and until it has. Returns what forgets whose it was, for signing out.
 */
export function useDraftOwner(userId: string | null, clear: () => void): () => void {
  const lastHere = useRef<string | null>(null);
  const latest = useRef(clear);
  latest.current = clear;
  useEffect(() => {
    if (userId === null) return;
    const owner = lastHere.current ?? read();
    if (owner !== null && owner !== userId) latest.current();
    lastHere.current = userId;
    write(userId);
  }, [userId]);
  return () => {
    lastHere.current = null;
    write(null);
  };
}

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
    // Storage is switched off or full: nothing of anybody is kept there.
  }
}
