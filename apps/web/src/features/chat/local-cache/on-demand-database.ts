import { type IDBPDatabase, openDB } from 'idb';

export type OnDemandDatabase = {
  /** Opens the database unless it is open. Rejects when the browser's storage is switched off. */
  open(): Promise<IDBPDatabase>;
  close(): void;
};

/**
 * A database of the browser (IndexedDB), which is opened on first use, closed when another tab removes it, and opened again after that.
 * `upgrade` makes its stores.
 */
export function onDemandDatabase(name: string, version: number, upgrade: (db: IDBPDatabase) => void): OnDemandDatabase {
  let opened: Promise<IDBPDatabase> | undefined;
  const close = () => {
    void opened?.then((db) => db.close()).catch(() => {});
    opened = undefined;
  };
  return {
    async open() {
      opened ??= openDB(name, version, { upgrade, blocking: close, terminated: close });
      try {
        return await opened;
      } catch (error) {
        opened = undefined;
        throw error;
      }
    },
    close,
  };
}
