import { StoredValue } from '../../../components/base/stored-value.ts';
import type { KeptDraft } from './drafts.ts';

type Kept = { ownerId: string; drafts: readonly KeptDraft[] };

const kept = new StoredValue<Kept | null>(
  'noek_drafts_for_sign_in',
  {
    parse(text) {
      const { ownerId, drafts } = JSON.parse(text ?? '{}') as Partial<Kept>;
      return typeof ownerId === 'string' && Array.isArray(drafts) ? { ownerId, drafts } : null;
    },
    print: (value) => value && JSON.stringify(value),
  },
  'sessionStorage',
);

/**
 * Keeps a person's drafts for their next sign-in, after they signed out in another tab and could not finish writing here. Only this
 * tab has them, and only until it is closed or somebody else signs in.
 */
export function keepForSignIn(ownerId: string, drafts: readonly KeptDraft[]): void {
  if (drafts.length > 0) kept.set({ ownerId, drafts });
}

/** Takes the drafts that were kept for a person who has signed in. Those of anybody else are removed. */
export function takeForSignIn(ownerId: string): readonly KeptDraft[] {
  const value = kept.get();
  if (!value) return [];
  kept.set(null);
  return value.ownerId === ownerId ? value.drafts : [];
}
