import type { IDBPDatabase, IDBPObjectStore } from 'idb';
import { databaseName } from './forget-local-cache.ts';
import { onDemandDatabase } from './on-demand-database.ts';
import type { Key, Reader, Storage, Writer } from './storage.ts';

const records = 'records';
/** Increase it when kept messages or conversations get a field that the screens need: what was kept before is dropped. */
const shapeVersion = 4;
type Records<Mode extends IDBTransactionMode> = IDBPObjectStore<unknown, [typeof records], typeof records, Mode>;

/** The browser's IndexedDB database. It is opened on first use and closed when another tab removes it. */
export function indexedDbStorage(): Storage {
  const database = onDemandDatabase(databaseName, shapeVersion, (db) => {
    for (const store of db.objectStoreNames) db.deleteObjectStore(store);
    db.createObjectStore(records);
  });
  let closed = false;
  const open = async (): Promise<IDBPDatabase> => {
    if (closed) throw new Error('The local cache is closed.');
    return database.open();
  };

  return {
    async read(steps) {
      const transaction = (await open()).transaction(records, 'readonly');
      return steps(readerOf(transaction.store));
    },
    async write(steps) {
      const transaction = (await open()).transaction(records, 'readwrite');
      // A failed step also fails the transaction, whose rejection would otherwise be unhandled.
      transaction.done.catch(() => {});
      const result = await steps(writerOf(transaction.store));
      await transaction.done;
      return result;
    },
    close() {
      closed = true;
      database.close();
    },
  };
}

const plain = (key: Key): IDBValidKey => [...key];

const readerOf = (store: Records<'readonly'> | Records<'readwrite'>): Reader => ({
  get: (key) => store.get(plain(key)),
  keys: async () => (await store.getAllKeys()) as unknown as Key[],
});

const writerOf = (store: Records<'readwrite'>): Writer => ({
  ...readerOf(store),
  // The end of the transaction reports a failure.
  set: (key, value) => void store.put(value, plain(key)).catch(() => {}),
  delete: (key) => void store.delete(plain(key)).catch(() => {}),
});
