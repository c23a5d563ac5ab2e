import { adminPages } from '@noek/contract/admin/pages';
import { companyPaths } from '@noek/contract/company/site';
import type { Site } from './site.ts';

/** A conversation, and how it is printed. */
const conversation = /^\/chat\/[1-9]\d{0,15}(\/print)?$/;

/** A document that is shared by link, with the secret part of the link. */
const sharedDocument = /^\/d\/([\w-]{1,128})$/;

/** The page of a project. */
const project = /^\/project\/[^/]{1,64}$/;

const signedInPages: readonly string[] = [
  '/memories',
  '/prompts',
  '/success',
  '/account',
  '/account/billing',
  '/account/settings',
  '/account/profile',
  '/account/import',
  '/account/privacy',
  '/account/security',
  '/account/data',
  '/account/developers',
  '/settings',
  '/billing',
  '/profile',
  ...Object.values(adminPages),
];

/** The pages of the chat only for signed-in people, as patterns of routes. Guests get the 404 page with its status. */
export const signedInRoutes: readonly string[] = [...signedInPages, '/project/:id'];

export const isForSignedIn = (path: string): boolean => signedInPages.includes(path) || project.test(path);

/**
 * The other pages of each host. Anything else gets the host's 404 page and status. Pages of the chat after the conversation redirect
 * guests to the auth host.
 */
const pages: Record<Site, readonly RegExp[]> = {
  chat: [
    /^\/$/,
    conversation,
    sharedDocument,
    /^\/subscribe$/,
    /^\/oauth\/authorize$/,
    /^\/connect$/,
    /^\/verify-email$/,
    /^\/reset-password$/,
  ],
  auth: [
    /^\/$/,
    /^\/login$/,
    /^\/signup$/,
    /^\/auth$/,
    /^\/verify-email$/,
    /^\/reset-password$/,
    /^\/undo-email-change$/,
    /^\/not-me$/,
    /^\/begin-factor-reset$/,
    /^\/stop-factor-reset$/,
  ],
  company: companyPaths.map((path) => new RegExp(`^${path}$`)),
};

/** Whether this is a conversation's page. It may show a shared conversation, so search engines and caches must not store it. */
export const isConversation = (site: Site, path: string): boolean => site === 'chat' && conversation.test(path);

/** The pattern of routes of shared documents. */
export const sharedDocumentRoute = '/d/:token';

/** The secret part of a document's link; null for other pages. Such a page is as little for search engines and caches as a conversation's. */
export const documentTokenOf = (site: Site, path: string): string | null =>
  (site === 'chat' && sharedDocument.exec(path)?.[1]) || null;

export const isPage = (site: Site, path: string, signedIn: boolean): boolean =>
  pages[site].some((page) => page.test(path)) || (site === 'chat' && signedIn && isForSignedIn(path));
