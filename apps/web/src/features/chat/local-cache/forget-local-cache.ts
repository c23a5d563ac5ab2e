/** One database for everybody who uses this browser; each record belongs to one person. */
export const databaseName = 'noek-chats';

/** Removes the whole local cache from this device, if there is one. Open tabs release it automatically. */
export function forgetLocalCache(): void {
  try {
    indexedDB.deleteDatabase(databaseName);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}
