import type { Key, Storage, Writer } from '../local-cache/storage.ts';

/** Fakes the browser's database. Like the original, it stores copies, and rolls back a write if a step fails. */
export function memoryStorage(): Storage & { readonly keys: () => Key[]; fail: boolean } {
  let records = new Map<string, string>();
  const keys = () => [...records.keys()].map((key) => JSON.parse(key) as Key);
  const writer: Writer = {
    async get(key) {
      const value = records.get(JSON.stringify(key));
      return value === undefined ? undefined : JSON.parse(value);
    },
    keys: async () => keys(),
    set: (key, value) => void records.set(JSON.stringify(key), JSON.stringify(value)),
    delete: (key) => void records.delete(JSON.stringify(key)),
  };
  const storage = {
    fail: false,
    keys,
    async read<T>(steps: (reader: Writer) => Promise<T>) {
      if (storage.fail) throw new Error('The storage is switched off.');
      return steps(writer);
    },
    async write<T>(steps: (writer: Writer) => Promise<T>) {
      const before = new Map(records);
      try {
        const result = await steps(writer);
        if (storage.fail) throw new Error('The storage is full.');
        return result;
      } catch (error) {
        records = before;
        throw error;
      }
    },
    close() {},
  };
  return storage;
}
