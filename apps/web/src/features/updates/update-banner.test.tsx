import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LaterUpdateBanner } from './later-update-banner.tsx';
import UpdateBanner from './update-banner.tsx';

let version = '1.5.0';
let reachable = true;
let asked: string[] = [];
beforeEach(() => {
  vi.useFakeTimers({ now: 1_750_000_000_000 });
  version = '1.5.0';
  reachable = true;
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (!reachable) throw new TypeError('Failed to fetch');
    return Response.json({ version });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const banner = () => screen.queryByText('Website Updated!');
const stored = () => localStorage.getItem('noek_version');
const click = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
};
const open = async () => {
  render(<UpdateBanner />);
  await pass(0);
};

test('[4.52] [9.30] without a stored version the current one is stored, and no banner is shown', async () => {
  await open();
  expect(stored()).toBe('1.5.0');
  expect(banner()).toBeNull();
});

test("[2.52] [4.52] it shows if the stored version differs from the server's", async () => {
  localStorage.setItem('noek_version', '1.4.0');
  await open();
  expect(banner()).toBeTruthy();
  expect(stored()).toBe('1.4.0');
});

test('[7.44] [9.18] the version is requested every 120 seconds, with the time in the query', async () => {
  await open();
  expect(asked).toEqual(['/api/version?1750000000000']);
  await pass(119_999);
  expect(asked).toHaveLength(1);
  version = '1.6.0';
  await pass(1);
  expect(asked).toEqual(['/api/version?1750000000000', '/api/version?1750000120000']);
  expect(banner()).toBeTruthy();
});

test('[7.44] [9.18] a slightly late check does not skip the next one', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(7);
  await open();
  clock.mockReturnValue(120_000);
  await pass(120_000);
  expect(asked).toHaveLength(2);
  clock.mockReturnValue(130_000);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(asked).toHaveLength(2);
  clock.mockRestore();
});

test('[7.44] setting the clock back an hour does not stop the checks', async () => {
  await open();
  vi.setSystemTime(1_750_000_000_000 - 3_600_000);
  await pass(120_000);
  expect(asked).toHaveLength(2);
});

test('[7.44] a hidden page does not check; it does when it becomes visible', async () => {
  await open();
  const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(600_000);
  expect(asked).toHaveLength(1);
  look.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(asked).toHaveLength(2);
});

test('[7.44] no answer changes nothing', async () => {
  localStorage.setItem('noek_version', '1.4.0');
  reachable = false;
  await open();
  expect(banner()).toBeNull();
  expect(stored()).toBe('1.4.0');
});

test('[4.53] [7.44] Reload Now requests the version without the parameter, stores it and reloads', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  localStorage.setItem('noek_version', '1.4.0');
  await open();
  version = '1.6.0';
  await click('Reload Now');
  expect(asked.at(-1)).toBe('/api/version');
  expect(stored()).toBe('1.6.0');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('[4.53] Reload Now also works without an answer', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  localStorage.setItem('noek_version', '1.4.0');
  await open();
  reachable = false;
  await click('Reload Now');
  expect(stored()).toBe('1.5.0');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('[2.52] a dismissed banner stays hidden until there is a newer version', async () => {
  localStorage.setItem('noek_version', '1.4.0');
  await open();
  await click('Dismiss');
  expect(banner()).toBeNull();
  await pass(120_000);
  expect(banner()).toBeNull();
  expect(stored()).toBe('1.4.0');
  version = '1.6.0';
  await pass(120_000);
  expect(banner()).toBeTruthy();
});

test('the first page loads none of this; it loads some seconds later', async () => {
  render(<LaterUpdateBanner />);
  await pass(4_000);
  expect(asked).toEqual([]);
  await pass(2_000);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
});
