import { afterEach, expect, test, vi } from 'vitest';
import { createTrpcClient } from '../../../api/client.ts';
import { testConfig } from '../../../testing/test-config.ts';
import { startUpPorts } from './start-up-ports.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a page uses the preloaded user, unless it was opened with a token', async () => {
  const asked: string[] = [];
  vi.stubGlobal('window', { location: { origin: 'http://chat.test' } });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json([{ result: { data: null } }]);
  });
  const client = createTrpcClient();
  const html = await import('../../../../index.html?raw');
  await startUpPorts(testConfig, null, () => client).currentUser();
  await startUpPorts(testConfig, 'a-token', () => client).currentUser();
  expect(html.default).toContain(`rel="preload" as="fetch" crossorigin="anonymous" href="${asked[0]}"`);
  expect(asked[1]).toBe('/api/trpc/auth.user?batch=1&input=%7B%7D');
});

test('a page whose opening request gets no usable answer asks once more, with the client', async () => {
  vi.stubGlobal('window', { location: { origin: 'http://chat.test' } });
  const client = createTrpcClient();
  const ports = startUpPorts(testConfig, null, () => client);
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('opening')
      ? new Response('upstream is away', { status: 502 })
      : Response.json([{ error: { message: 'Slower, please.', code: -32_029, data: { httpStatus: 429 } } }]),
  );
  await expect(ports.currentUser()).rejects.toMatchObject({ message: 'Slower, please.', data: { httpStatus: 429 } });
});
