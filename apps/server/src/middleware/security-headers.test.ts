import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { securityHeaders } from './security-headers.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  STRIPE_PRICE_ID: 'price_abc',
};

async function policyOf(url: string, env: Record<string, string>): Promise<Record<string, string[]>> {
  const app = new Hono().use(securityHeaders(readConfig(env))).get('*', (c) => c.text('a page'));
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
    const frames = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'];
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
