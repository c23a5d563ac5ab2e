import { refusalOf } from '@noek/contract/chat/sending';

/** The challenge of a sign-in that was refused because it needs a second factor; null for other errors. */
export function challengeOf(error: unknown): string | null {
  const refusal = refusalOf(error);
  return refusal?.code === 'SECOND_FACTOR_REQUIRED' ? String(refusal.challenge) : null;
}

/**
 * The challenge in the address of this page, to which a sign-in with Google or a company returns. It is removed from the address, so that it
 * reaches no bookmark, and a reload does not use it again.
 */
export function takeChallenge(): string | null {
  const challenge = new URLSearchParams(window.location.hash.slice(1)).get('challenge');
  if (challenge !== null) {
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', pathname + search);
  }
  return challenge;
}
