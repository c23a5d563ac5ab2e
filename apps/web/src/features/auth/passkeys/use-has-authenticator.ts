import { useEffect, useState } from 'react';
import { hasAuthenticator } from './passkey-place.ts';

/** Whether this device itself can answer for a passkey. True until the browser has said that it cannot. */
export function useHasAuthenticator(): boolean {
  const [has, setHas] = useState(true);
  useEffect(() => {
    let isOver = false;
    hasAuthenticator().then(
      (now) => {
        if (!isOver) setHas(now);
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, []);
  return has;
}
