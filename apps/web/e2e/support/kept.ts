import type { Page } from '@playwright/test';

type Kept = { conversations: string[]; messages: string[]; projects: string[] };
/** The titles, texts and names in the local cache; null if there is none. */
export const kept = (page: Page) =>
  page.evaluate(async (): Promise<Kept | null> => {
    const name = 'noek-chats';
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return null;
    const db = await new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
    if (db.objectStoreNames.length === 0) {
      db.close();
      return null;
    }
    const store = db.transaction('records').objectStore('records');
    const all = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done) => {
        request.onsuccess = () => done(request.result);
      });
    const [keys, values] = await Promise.all([all(store.getAllKeys()), all(store.getAll())]);
    db.close();
    const of = (kind: string) => values.filter((_, at) => (keys[at] as string[])[0] === kind);
    return {
      conversations: of('conversations').flatMap((rows: { title: string }[]) => rows.map(({ title }) => title)),
      projects: of('projects').flatMap((rows: { name: string }[]) => rows.map(({ name }) => name)),
      messages: of('messages').flatMap((thread: { messages: { content: string }[] }) =>
        thread.messages.map(({ content }) => content),
      ),
    };
  });

/** Waits until the chat can open without a connection. */
export const shellReady = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active && active.state !== 'activated')
      await new Promise((done) => active.addEventListener('statechange', done, { once: true }));
  });
