import { type BrowserContext, expect } from '@playwright/test';

const ours = /^(localhost|127\.0\.0\.1|([\w-]+\.)*localhost)$/;
/** Console messages that no page may cause: policy violations, exceptions and React warnings. Refused requests are fine. */
const bad = /Content Security Policy|Uncaught|Minified React error|^Warning:/;

/** Watches all pages of a browser. The returned function fails if one contacted another host or caused such a message. */
export function watch(context: BrowserContext): () => void {
  const elsewhere = new Set<string>();
  const wrong: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && !ours.test(url.hostname)) elsewhere.add(url.href);
  });
  context.on('console', (message) => {
    if (bad.test(message.text())) wrong.push(message.text());
  });
  context.on('weberror', (error) => void wrong.push(String(error.error())));
  return () => {
    const seen = { elsewhere: [...elsewhere], wrong: wrong.splice(0) };
    elsewhere.clear();
    expect(seen.elsewhere, 'requests to other hosts').toEqual([]);
    expect(seen.wrong, 'faults of a page').toEqual([]);
  };
}
