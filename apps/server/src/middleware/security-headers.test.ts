import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { securityHeaders } from './security-headers.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  STRIPE_PRICE_ID: 'price_abc',
};

async function policyOf(url: string, env: Record<string, string>): Promise<Record<string, string[]>> {
  const app = new Hono().use(securityHeaders(readConfig(env))).get('*', (c) => c.html('a page'));
  const response = await app.request(url, { headers: { Host: new URL(url).host } });
  const policy = response.headers.get('content-security-policy') ?? '';
  return Object.fromEntries(
    policy.split(/;\s*/).map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

describe('Stripe in the content security policy', () => {
  test('with Stripe, /subscribe may load its script and frames, and nothing more than that', async () => {
    const [paying, usual] = await Promise.all(
      ['/subscribe?card=update', '/success'].map((path) => policyOf(`http://localhost:5000${path}`, keys)),
    );
    const previews = ['http://noek-preview.localhost:5000/preview/frame', 'http://localhost:5000/preview/frame'];
    expect(usual?.['frame-src']).toEqual(previews);
    const frames = [...previews, 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'];
    expect(paying).toEqual({
      ...usual,
      'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
      'frame-src': frames,
      'connect-src': [...(usual?.['connect-src'] ?? []), 'https://api.stripe.com'],
    });
  });

  test.each([
    ['http://localhost:5000/', keys],
    ['http://localhost:5000/account/billing', keys],
    ['http://localhost:5000/subscribe/more', keys],
    ['http://localhost:5000/api/subscribe', keys],
    ['http://auth.noek.localhost:5000/subscribe', keys],
    ['http://noek.localhost:5000/subscribe', keys],
    ['http://localhost:5000/subscribe', {}],
  ])('%s never names Stripe', async (url, env) => {
    const policy = await policyOf(url, env);
    expect(policy['script-src']).toEqual(["'self'"]);
    expect(JSON.stringify(policy)).not.toContain('stripe');
  });
});

test('parts of a page carry only the headers that matter for them; documents, workers and pictures carry all', async () => {
  const types: Record<string, string> = {
    js: 'text/javascript',
    css: 'text/css',
    woff2: 'font/woff2',
    svg: 'image/svg+xml',
  };
  const app = new Hono()
    .use(securityHeaders(readConfig({})))
    .get('/assets/gone-1.js', (c) => c.html('not found', 404))
    .get('*', (c) => c.body('', 200, { 'Content-Type': types[c.req.path.split('.').at(-1) ?? ''] ?? 'text/html' }));
  const headersOf = async (path: string) =>
    Object.fromEntries((await app.request(`http://localhost:5000${path}`)).headers);
  for (const path of ['/assets/page-1.js', '/assets/page-1.css', '/assets/inter-1.woff2', '/theme.js', '/shell.css'])
    expect(await headersOf(path), path).toEqual({
      'content-type': expect.any(String),
      'cross-origin-resource-policy': 'same-site',
      'x-content-type-options': 'nosniff',
    });
  for (const path of [
    '/',
    '/assets/highlight-worker-1.js',
    '/service-worker.js',
    '/assets/gone-1.js',
    '/assets/logo-1.svg',
  ])
    expect(await headersOf(path), path).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'x-frame-options': 'DENY',
    });
});
