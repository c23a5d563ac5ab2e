import type { Document } from '@noek/contract/documents/schemas';
import { besideDrafts, draftsDatabase, waitsKey } from '../../drafts/forget-document-drafts.ts';
import { onDemandDatabase } from '../../local-cache/on-demand-database.ts';
import { isTemporary } from '../../temporary-chats.ts';

/** Text of a document that is not saved yet. */
export type KeptDraft = {
  id: string;
  document: Pick<Document, 'id' | 'conversationId' | 'title' | 'kind'>;
  /** The version that the text was typed into. */
  baseVersion: number;
  content: string;
  /** What was saved and waits for a connection; null: nothing was. */
  waiting: string | null;
  /** When it was typed, in milliseconds since 1970. */
  at: number;
};

const store = 'drafts';

const database = onDemandDatabase(draftsDatabase, 1, (db) => void db.createObjectStore(store, { keyPath: 'id' }));

/** Drafts of temporary chats, and all of them where the browser keeps nothing. They last as long as the page. */
const ofPage = new Map<string, KeptDraft>();

/** What is kept of a draft when the page is closed before the database has it, each under this prefix and its id. */
const lastWords = `${besideDrafts}draft-`;

/** Notes whether a saved text waits for a connection. */
export function noteWaiting(waits: boolean): void {
  try {
    if (waits) localStorage.setItem(waitsKey, '1');
    else localStorage.removeItem(waitsKey);
  } catch {
    // Storage is switched off, so nothing is kept.
  }
}

/** Keeps a draft at once, because the page is being closed: a write to the database may come too late. */
export function keepDraftNow(draft: KeptDraft): void {
  if (isTemporary(`${draft.document.conversationId}`)) return;
  try {
    localStorage.setItem(lastWords + draft.id, JSON.stringify(draft));
  } catch {
    // Storage is switched off or has no room for it.
  }
}

/** The drafts that only `keepDraftNow` has kept. */
function draftsInLastWords(): KeptDraft[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(lastWords))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '') as KeptDraft);
  } catch {
    return [];
  }
}

function forgetLastWords(id: string): void {
  try {
    localStorage.removeItem(lastWords + id);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}

/** Keeps a draft on this device. Never rejects. */
export async function keepDraft(draft: KeptDraft): Promise<void> {
  if (draft.waiting !== null) noteWaiting(true);
  const stays = isTemporary(`${draft.document.conversationId}`);
  if (!stays) {
    try {
      await (await database.open()).put(store, draft);
      ofPage.delete(draft.id);
      forgetLastWords(draft.id);
      return;
    } catch {
      // Storage is switched off or full.
    }
  }
  ofPage.set(draft.id, draft);
}

/** The drafts that are kept, the newest first. Never rejects. */
export async function keptDrafts(): Promise<KeptDraft[]> {
  const stored: KeptDraft[] = await database
    .open()
    .then((db) => db.getAll(store))
    .catch(() => []);
  const newest = new Map<string, KeptDraft>();
  for (const draft of [...stored, ...ofPage.values(), ...draftsInLastWords()])
    if (draft.at >= (newest.get(draft.id)?.at ?? 0)) newest.set(draft.id, draft);
  return [...newest.values()].sort((one, other) => other.at - one.at);
}

/** Removes a draft. Never rejects. */
export async function removeDraft(id: string): Promise<void> {
  ofPage.delete(id);
  forgetLastWords(id);
  await database
    .open()
    .then((db) => db.delete(store, id))
    .catch(() => {});
}

/**
 * Takes a draft for this page, so that two tabs do not write the same one. Returns a function that gives it back; null if another tab has
 * it. Pages that are served without HTTPS have no locks.
 */
export function claimDraft(id: string): Promise<(() => void) | null> {
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    navigator.locks
      .request(`noek-document-draft:${id}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(() => resolve(null));
  });
}
