import type { Page } from '@playwright/test';

/** Everything that this device keeps for the page's host, as text: storage, databases and caches. */
export const keptOnDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const storage of [localStorage, sessionStorage]) found.push(JSON.stringify({ ...storage }));
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name ?? ''));
      for (const store of db.objectStoreNames) {
        const records = db.transaction(store).objectStore(store);
        found.push(JSON.stringify([await settled(records.getAllKeys()), await settled(records.getAll())]));
      }
      db.close();
    }
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (!/\/assets\//.test(request.url))
          found.push(request.url, (await (await caches.match(request))?.text()) ?? '');
    return found.join('\n');
  });
