// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { whenSeen } from './when-seen.ts';

afterEach(() => void vi.restoreAllMocks());

test('work requested while the page is hidden is done once, when the page becomes visible', () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const look = () => {
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const run = vi.fn();
  const { ask, stop } = whenSeen(run);
  ask();
  ask();
  expect(run).not.toHaveBeenCalled();
  look();
  look();
  expect(run).toHaveBeenCalledOnce();
  ask();
  expect(run).toHaveBeenCalledTimes(2);
  visibility.mockReturnValue('hidden');
  ask();
  stop();
  look();
  expect(run).toHaveBeenCalledTimes(2);
});
