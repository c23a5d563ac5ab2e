import type { Database } from '@noek/db/database';
import { forgetNotes, readNotes, type StoredNote, writeNotes } from '@noek/db/model-notes';
import type { Logger } from 'pino';
import { BackgroundWork } from '../../../background-work.ts';
import { type ModelNotes, NotesInMemory, type NotesOfProviders, nameOfProvider } from './model-notes.ts';

const readAgainMs = 60_000;
const closeMs = 1_000;
const unread = 'what is known about models could not be read';
const unwritten = 'what was learned about a model could not be written';

/** Notes that all processes on a database share. An answer uses what is in memory and never waits for the database. */
export type StoredNotes = NotesOfProviders & {
  /** Reads what other processes have learned, in the background. Before that, nothing is read or written. */
  begin(): void;
  /** Resolves to false if reading or writing did not end in time. */
  close(): Promise<boolean>;
};

/**
 * They are read again at most each minute, when they are used, and written when something is learned. If the database fails, what was learned
 * is kept in memory, and written with the next thing that is learned.
 */
export function createStoredNotes({ db, log }: { db: Database; log: Pick<Logger, 'error'> }): StoredNotes {
  const background = new BackgroundWork(log);
  const byProvider = new Map<string, NotesInMemory>();
  /** What is not in the database yet. */
  const unsaved = new Map<string, StoredNote>();
  let begun = false;
  let readAt = Number.NEGATIVE_INFINITY;
  let changes = 0;
  /** The last use of the database. One follows the other, so that the newest counts. */
  let last: Promise<unknown> = Promise.resolve();

  function notesOf(provider: string): NotesInMemory {
    const notes = byProvider.get(provider) ?? new NotesInMemory();
    byProvider.set(provider, notes);
    return notes;
  }

  async function read(): Promise<void> {
    const before = changes;
    const stored = await readNotes(db);
    // What was learned or forgotten meanwhile is newer than that.
    if (changes !== before) return;
    for (const notes of byProvider.values()) notes.forget();
    for (const { provider, model, what, value, until } of [...stored, ...unsaved.values()])
      notesOf(provider).set(model, what, value, until);
  }

  function readSometimes(): void {
    if (!begun || performance.now() - readAt < readAgainMs) return;
    readAt = performance.now();
    inTurn(unread, read);
  }

  function inTurn(failure: string, work: () => Promise<void>): void {
    background.run(failure, () => {
      const ended = last.then(work);
      last = ended.catch(() => {});
      return ended;
    });
  }

  async function write(): Promise<void> {
    const notes = [...unsaved];
    if (notes.length === 0) return;
    await writeNotes(
      db,
      notes.map(([, note]) => note),
    );
    for (const [key, note] of notes) if (unsaved.get(key) === note) unsaved.delete(key);
  }

  return {
    of(provider): ModelNotes {
      const name = nameOfProvider(provider);
      const notes = notesOf(name);
      return {
        get(model, what) {
          readSometimes();
          return notes.get(model, what);
        },
        set(model, what, value, until) {
          changes++;
          notes.set(model, what, value, until);
          unsaved.set(JSON.stringify([name, model, what]), { provider: name, model, what, value, until });
          if (begun) inTurn(unwritten, write);
        },
        all: () => notes.all(),
        forget() {
          changes++;
          notes.forget();
          for (const [key, note] of unsaved) if (note.provider === name) unsaved.delete(key);
          if (begun) inTurn(unwritten, () => forgetNotes(db, name));
        },
      };
    },
    begin() {
      begun = true;
      readSometimes();
      if (unsaved.size > 0) inTurn(unwritten, write);
    },
    close: () => background.close(closeMs),
  };
}
