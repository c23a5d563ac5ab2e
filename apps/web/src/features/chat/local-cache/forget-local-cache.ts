/** One database for all people who use this browser. Each record belongs to one person. */
export const databaseName = 'noek-chats';
/** The key of the kept view of the last open conversation; see `useKeptView`. `public/kept-view.js` reads it, too. */
export const keptViewKey = 'noek_kept_view';
/** The key of the kept dates; see `kept-dates.ts`. */
export const keptDatesKey = 'noek_kept_dates';

/** Removes the kept view of a conversation. */
export const forgetKeptView = (): void => forget(keptViewKey);

/** Removes what is kept under a key. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}

/** Removes the whole local cache from this device, if there is one. Open tabs release it automatically. */
export function forgetLocalCache(): void {
  forgetKeptView();
  forget(keptDatesKey);
  try {
    indexedDB.deleteDatabase(databaseName);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}
