/** What calls that may give this visitor an identity wait for. */
export type IdentityTurns = {
  /** Sends the call when it may be sent. */
  take(send: () => Promise<unknown>): Promise<unknown>;
  /** Resolves when the calls so far have been answered; null if the visitor has an identity. */
  answered(): Promise<unknown> | null;
};

/**
 * A visitor without a cookie gets an identity from the first call that needs one. Such calls are sent one after another until one has
 * succeeded, because each would make another guest. Signed-in people never wait.
 */
export function identityTurns(isSignedIn: () => boolean): IdentityTurns {
  let isKnown = false;
  let last: Promise<unknown> = Promise.resolve();
  function isUnknown(): boolean {
    if (!isSignedIn()) return !isKnown;
    // After signing out, they will need a new identity.
    isKnown = false;
    return false;
  }
  return {
    take(send) {
      if (!isUnknown()) return send();
      const sent = last.then(send);
      last = sent.then(
        () => {
          isKnown = true;
        },
        () => {},
      );
      return sent;
    },
    answered: () => (isUnknown() ? last : null),
  };
}
