import type { Site } from './middleware/site.ts';

/**
 * Pages of each host; anything else is answered with the host's 404 page and status. The last three of the chat are doors
 * that lead guests to the auth host.
 */
const pages: Record<Site, readonly RegExp[]> = {
  chat: [/^\/$/, /^\/chat\/[1-9]\d{0,15}$/, /^\/subscribe$/, /^\/verify-email$/, /^\/reset-password$/],
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

export const isPage = (site: Site, path: string): boolean => pages[site].some((page) => page.test(path));
