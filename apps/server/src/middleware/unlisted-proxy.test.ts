import { openTestDatabase } from '@noek/db/testing/engines';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { createTestApp } from '../testing/create-test-app.ts';
import { createScriptedLlm } from '../testing/stand-ins/scripted-llm.ts';

const production = {
  NODE_ENV: 'production',
  CHAT_ORIGIN: 'https://chat.example.com',
  AUTH_ORIGIN: 'https://auth.example.com',
  COMPANY_ORIGIN: 'https://example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
};

async function openApp(env: Record<string, string>) {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const lines: string[] = [];
  const { app } = createTestApp(
    db,
    createScriptedLlm((call) => call.finish()),
    { env, log: createLog('warn', { write: (line) => void lines.push(line) }) },
  );
  const request = async (from: string, forwardedFor?: string) => {
    const headers = { Host: 'chat.example.com', ...(forwardedFor && { 'X-Forwarded-For': forwardedFor }) };
    await app.request('/api/version', { headers }, { incoming: { socket: { remoteAddress: from } } });
  };
  return { request, warnings: () => lines.filter((line) => line.includes('TRUST_PROXY')) };
}

test('a proxy that TRUST_PROXY does not list is reported once, with its address', async () => {
  const { request, warnings } = await openApp({ ...production, TRUST_PROXY: '10.0.0.0/24' });
  await request('10.0.1.7', '203.0.113.7');
  await request('::ffff:127.0.0.1', '203.0.113.8');
  expect(warnings().map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 40, address: '10.0.1.7', msg: expect.stringContaining('limits') },
  ]);
});

test.each([
  ['a listed proxy', { ...production, TRUST_PROXY: '127.0.0.1' }, '127.0.0.1', '203.0.113.7'],
  ['no proxy', production, '127.0.0.1', undefined],
  ['a caller of another network, who may write any header', production, '203.0.113.7', '127.0.0.1'],
  ['a proxy of a developer', {}, '127.0.0.1', '203.0.113.7'],
] as const)('%s is not reported', async (_, env, from, forwardedFor) => {
  const { request, warnings } = await openApp(env);
  await request(from, forwardedFor);
  expect(warnings()).toEqual([]);
});
