import { useEffect, useState } from 'react';
import { hasAuthenticator } from './passkey-place.ts';

/** What the browser has said on this page. */
let known = false;

/** Asks the browser, so that the first render knows and the form does not move. Rejects never. */
export async function learnAuthenticator(): Promise<void> {
  known = await hasAuthenticator().catch(() => false);
}

/** Whether this device itself can answer for a passkey. False until the browser has said that it can. */
export function useHasAuthenticator(): boolean {
  const [has, setHas] = useState(known);
  useEffect(() => {
    let isOver = false;
    void learnAuthenticator().then(() => {
      if (!isOver) setHas(known);
    });
    return () => {
      isOver = true;
    };
  }, []);
  return has;
}
