import type { KeptDraft } from './drafts.ts';

const key = 'noek_drafts_for_sign_in';

type Kept = { ownerId: string; drafts: readonly KeptDraft[] };

/**
 * Keeps a person's drafts for their next sign-in, after they signed out in another tab and could not finish writing here. Only this
 * tab has them, and only until it is closed or somebody else signs in.
 */
export function keepForSignIn(ownerId: string, drafts: readonly KeptDraft[]): void {
  if (drafts.length === 0) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ ownerId, drafts } satisfies Kept));
  } catch {
    // Storage is switched off or full.
  }
}

/** Takes the drafts that were kept for a person who has signed in. Those of anybody else are removed. */
export function takeForSignIn(ownerId: string): readonly KeptDraft[] {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (stored === null) return [];
    const kept = JSON.parse(stored) as Kept;
    return kept.ownerId === ownerId ? kept.drafts : [];
  } catch {
    return [];
  }
}
