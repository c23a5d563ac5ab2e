import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { start } from './start.tsx';
import { testConfig } from './testing/test-config.ts';

const show = async (config: string, app: Parameters<typeof start>[0]) => {
  document.body.innerHTML = `<script type="application/json" id="noek-config"></script><div id="root"></div>`;
  const place = document.getElementById('noek-config');
  if (place) place.textContent = config;
  await act(() => start(app));
};
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

const fatal = () => screen.queryByRole('heading', { name: 'Something went wrong' });

function Broken(): never {
  throw new Error('broken screen');
}

test('a page that starts renders its content', async () => {
  await show(JSON.stringify(testConfig), ({ version }) => <p>Version {version}</p>);
  expect(screen.getByText('Version 1.5.0')).toBeTruthy();
  expect(fatal()).toBeNull();
});

test('[2.53] [8.54] a page that cannot be initialized shows the fatal fallback', async () => {
  await show('{ not the settings', () => <p>never</p>);
  expect(fatal()).toBeTruthy();
  expect(screen.getByText('Please refresh the page to continue.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeTruthy();
});

test('[2.53] [8.54] a page whose entry or screen fails shows it, too', async () => {
  await show(JSON.stringify(testConfig), () => {
    throw new Error('no router');
  });
  expect(fatal()).toBeTruthy();
  await show(JSON.stringify(testConfig), () => <Broken />);
  expect(fatal()).toBeTruthy();
});
