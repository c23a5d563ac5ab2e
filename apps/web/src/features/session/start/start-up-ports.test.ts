import { afterEach, expect, test, vi } from 'vitest';
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
  const html = await import('../../../../index.html?raw');
  await startUpPorts(testConfig, null).currentUser();
  await startUpPorts(testConfig, 'a-token').currentUser();
  expect(html.default).toContain(`rel="preload" as="fetch" crossorigin="anonymous" href="${asked[0]}"`);
  expect(asked[1]).toBe('/api/trpc/auth.user?batch=1&input=%7B%7D');
});
