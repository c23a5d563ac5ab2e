import { StoredValue } from '../../../components/base/stored-value/stored-value.ts';
import type { KeptDraft } from './drafts.ts';
import type { Edits } from './edits.ts';

/** The unsent text of a person: drafts, and edits by conversation. */
export type Unfinished = {
  drafts: readonly KeptDraft[];
  edits: readonly (readonly [name: string, edits: Edits])[];
};

const nothing: Unfinished = { drafts: [], edits: [] };

const kept = new StoredValue<(Unfinished & { ownerId: string }) | null>(
  'noek_drafts_for_sign_in',
  {
    parse(text) {
      const { ownerId, drafts, edits = [] } = JSON.parse(text ?? '{}') as Partial<Unfinished & { ownerId: string }>;
      return typeof ownerId === 'string' && Array.isArray(drafts) ? { ownerId, drafts, edits } : null;
    },
    print: (value) => value && JSON.stringify(value),
  },
  'sessionStorage',
);

/**
 * Keeps the unsent text of a person whose session ended elsewhere, for their next sign-in. Only this tab has it, until the tab is closed
 * or another person signs in. Returns whether there was anything to keep.
 */
export function keepForSignIn(ownerId: string, { drafts, edits }: Unfinished): boolean {
  if (drafts.length === 0 && edits.length === 0) return false;
  const before = kept.get();
  const earlier = before?.ownerId === ownerId ? before : nothing;
  kept.set({ ownerId, drafts: [...earlier.drafts, ...drafts], edits: [...earlier.edits, ...edits] });
  return true;
}

/** Takes the text that was kept for a person who has signed in. Text of other people is removed. */
export function takeForSignIn(ownerId: string): Unfinished {
  const value = kept.get();
  if (!value) return nothing;
  kept.set(null);
  return value.ownerId === ownerId ? value : nothing;
}

/** Whether this tab keeps text for a person's next sign-in. */
export const hasKeptForSignIn = (): boolean => kept.get() !== null;
