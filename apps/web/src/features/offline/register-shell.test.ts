// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

const register = vi.fn(async () => {});
/** The module, loaded again, in a page that is an installed app or not. */
async function pageOf({ installed }: { installed: boolean }) {
  vi.resetModules();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: installed && query === '(display-mode: standalone)' }));
  return import('./register-shell.ts');
}

beforeEach(() => {
  register.mockClear();
  vi.stubEnv('PROD', true);
  vi.useFakeTimers();
  Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true });
  return () => vi.useRealTimers();
});

test('a guest in a browser gets no service worker until the chat is installed there', async () => {
  const { registerShellOfApp } = await pageOf({ installed: false });
  registerShellOfApp();
  vi.runAllTimers();
  expect(register).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('appinstalled'));
  vi.runAllTimers();
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js', { updateViaCache: 'none' });
});

test('an installed app gets it once, also for a signed-in person', async () => {
  const { registerShell, registerShellOfApp } = await pageOf({ installed: true });
  registerShellOfApp();
  registerShell();
  vi.runAllTimers();
  expect(register).toHaveBeenCalledOnce();
});
