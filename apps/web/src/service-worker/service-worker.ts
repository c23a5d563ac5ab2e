import { requestKind } from './request-kind.ts';

/** The data that the build writes at the start of this file. */
type Shell = {
  /** Different for each build. */
  version: string;
  /** The hashed files that the chat needs without a connection, as paths. */
  assets: string[];
};

declare const self: ServiceWorkerGlobalScope & { noekShell: Shell };

const { version, assets } = self.noekShell;
const prefix = 'noek-shell-';
/** Holds the page and all its code from one build, and no personal data. */
const cacheName = `${prefix}${version}`;
const page = '/';
const files = ['/theme.js', '/kept-view.js', '/shell.css', '/favicon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldBuilds());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (requestKind(request, self.location.origin, files)) {
    case 'asset':
      return event.respondWith(fromCache(request));
    case 'page':
      return event.respondWith(fromNetwork(request, page));
    case 'file':
      return event.respondWith(fromNetwork(request, new URL(request.url).pathname));
  }
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { conversationId } = event.notification.data as { conversationId: number };
  event.waitUntil(openChat(conversationId));
});

/** Opens a conversation in a tab that is there, at best the one that shows it, and otherwise in a new tab. */
async function openChat(conversationId: number): Promise<void> {
  const path = `/chat/${conversationId}`;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path) ?? pages[0];
  if (!page) return void (await self.clients.openWindow(path));
  await page.focus();
  page.postMessage({ type: 'open-chat', conversationId });
}

/** Fails if the server has a newer build than this file's; the browser tries again later. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(assets);
  // The public page, which is the same for all people.
  await cache.addAll([page, ...files].map((path) => new Request(path, { cache: 'no-cache', credentials: 'omit' })));
  const html = (await (await cache.match(page))?.text()) ?? '';
  const entries = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  if (entries.some((path) => !assets.includes(path))) {
    await caches.delete(cacheName);
    throw new Error('The page belongs to another build.');
  }
}

/** Keeps the previous build as well, because a page of it may still be open and load more of its code. */
async function dropOldBuilds(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(builds.slice(0, -1).map((name) => caches.delete(name)));
}

async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function fromNetwork(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(cacheName)).match(path);
    if (kept) return kept;
    throw error;
  }
}
