/** One database for everybody who uses this browser; each record belongs to one person. */
export const databaseName = 'noek-chats';

/** Removes the whole local cache from this device; there need not be one. Open tabs let go of it by themselves. */
export function forgetLocalCache(): void {
  try {
    indexedDB.deleteDatabase(databaseName);
  } catch {
    // Storage is switched off: nothing was kept.
  }
}
