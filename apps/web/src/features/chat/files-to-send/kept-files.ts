import type { File as SentFile } from '@noek/contract/files/schemas';
import { onDemandDatabase } from '../local-cache/on-demand-database.ts';
import { waitingFilesDatabase } from './waiting-file.ts';

/** A file that waits on this device, or waited and is on the server. */
export type KeptFile = {
  id: string;
  name: string;
  size: number;
  /** When it was added, in milliseconds since 1970. */
  at: number;
  /** null once the server has it. */
  bytes: Blob | null;
  /** The same file as the server has it. Other tabs may know only its local id. */
  sent: SentFile | null;
};

const store = 'files';

const database = onDemandDatabase(waitingFilesDatabase, 1, (db) => void db.createObjectStore(store, { keyPath: 'id' }));

/** Keeps a file on this device. Rejects when the browser's storage is switched off or full. */
export async function keepFile(file: KeptFile): Promise<void> {
  await (await database.open()).put(store, file);
}

/** Returns a file that waits; undefined if it was removed. */
export async function keptFile(id: string): Promise<KeptFile | undefined> {
  return (await database.open()).get(store, id);
}

/** How many bytes wait on this device. */
export async function bytesKept(): Promise<number> {
  const all: KeptFile[] = await (await database.open()).getAll(store);
  return all.reduce((sum, { bytes, size }) => sum + (bytes === null ? 0 : size), 0);
}

/** Records that the server has a file, and drops its bytes. Returns false if the file was removed in the meantime. */
export async function recordSent(id: string, sent: SentFile): Promise<boolean> {
  const transaction = (await database.open()).transaction(store, 'readwrite');
  const file: KeptFile | undefined = await transaction.store.get(id);
  if (file) await transaction.store.put({ ...file, bytes: null, sent } satisfies KeptFile);
  await transaction.done;
  return file !== undefined;
}

/** Removes a file that waits. */
export async function removeKept(id: string): Promise<void> {
  await (await database.open()).delete(store, id);
}

/** Removes what no draft and no unsent message on this device has, if it was added before `youngMs`. */
export async function sweep(youngMs = 5_000): Promise<void> {
  const transaction = (await database.open()).transaction(store, 'readwrite');
  const all: KeptFile[] = await transaction.store.getAll();
  const used = Object.entries(localStorage).flatMap(([key, value]) =>
    /^noek_(draft_|outbox$)/.test(key) ? value : [],
  );
  for (const { id, at } of all)
    if (Date.now() - at >= youngMs && !used.some((value) => value.includes(id))) await transaction.store.delete(id);
  await transaction.done;
}
