import type { Site } from './site.ts';

const conversation = /^\/chat\/[1-9]\d{0,15}$/;

/** Pages of the chat that exist for signed-in people alone: guests get the 404 page, with its status ([2.21]). */
export const signedInPages = ['/memories'];

/**
 * Pages of each host; anything else is answered with the host's 404 page and status. The last three of the chat are doors
 * that lead guests to the auth host.
 */
const pages: Record<Site, readonly RegExp[]> = {
  chat: [/^\/$/, conversation, /^\/memories$/, /^\/subscribe$/, /^\/verify-email$/, /^\/reset-password$/],
  auth: [
    /^\/$/,
    /^\/login$/,
    /^\/signup$/,
    /^\/auth$/,
    /^\/verify-email$/,
    /^\/reset-password$/,
    /^\/undo-email-change$/,
  ],
  company: [/^\/$/],
};

/** A conversation's page, which shows strangers what its owner shared: it is kept by no search engine and no cache. */
export const isConversation = (site: Site, path: string): boolean => site === 'chat' && conversation.test(path);

export const isPage = (site: Site, path: string, signedIn: boolean): boolean =>
  pages[site].some((page) => page.test(path)) && (signedIn || !signedInPages.includes(path));
