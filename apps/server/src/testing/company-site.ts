import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll } from 'vitest';
import { renderedFiles } from '../../../web/vite/prerender.ts';
import { createApp } from '../app.ts';
import { openFixture } from './documented-calls/documented-call.ts';

export const companyOrigin = 'http://noek.localhost:5000';

/** Requests a page of the company site. */
export type GetPage = (url: string, init?: RequestInit) => Promise<Response>;

/** Files that share a process render the site once. */
let rendered: ReturnType<typeof renderedFiles> | undefined;

/**
 * Renders the company site as the build does. Returns how to open a server that sends it, with the settings `env`.
 */
export function withCompanySite(): (env?: Record<string, string>) => Promise<GetPage> {
  let root = '';
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'noek-company-'));
    const template = readFileSync(new URL('../../../web/company.html', import.meta.url), 'utf8');
    rendered ??= renderedFiles(template, (name) => `/assets/${name}`);
    for (const [file, html] of await rendered) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), html);
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return async (env = {}) => {
    const { ctx, state } = await openFixture({ env });
    const app = createApp(ctx.composed.deps, state, root);
    const origin = env.COMPANY_ORIGIN ?? companyOrigin;
    return async (url, init) => {
      const { host } = new URL(url, origin);
      return app.request(new URL(url, origin), { ...init, headers: { Host: host } });
    };
  };
}

export const documentOf = (html: string) => parseHTML(html).document;
export type Page = ReturnType<typeof documentOf>;
export const readPage = async (get: GetPage, path: string): Promise<Page> => documentOf(await (await get(path)).text());
export const textOf = (node: { textContent: string | null } | null | undefined): string =>
  (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
export const textsOf = (nodes: Iterable<{ textContent: string | null }>): string[] => [...nodes].map(textOf);
