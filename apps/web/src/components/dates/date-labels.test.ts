import { expect, test, vi } from 'vitest';
import { resetLabel, timeLabel, updatedLabel } from './date-labels.ts';

test('[2.73] a row shows the short month and day, "Recently" without a date', () => {
  expect(updatedLabel(new Date(2025, 5, 28, 10).toISOString())).toBe('Jun 28');
  expect(updatedLabel(undefined)).toBe('Recently');
  expect(updatedLabel('soon')).toBe('Recently');
});

test('[2.66] a message shows the hour and minute', () => {
  expect(timeLabel(new Date(2025, 5, 28, 10, 4).toISOString())).toMatch(/^10[:.]04/);
  expect(timeLabel('')).toBe('');
});

test('a reset on another day names the day', () => {
  const now = new Date(2025, 5, 28, 10);
  expect(resetLabel(new Date(2025, 5, 28, 18, 30).toISOString(), now)).not.toContain('Jun');
  expect(resetLabel(new Date(2025, 5, 29, 1).toISOString(), now)).toContain('on Jun 29');
  expect(resetLabel(null, now)).toBeNull();
});

test('loading the labels makes no format, and each is made once, when it is first used', async () => {
  const makes = vi.spyOn(Intl, 'DateTimeFormat');
  vi.resetModules();
  const labels = await import('./date-labels.ts');
  expect(makes).not.toHaveBeenCalled();
  labels.timeLabel('2026-06-28T10:00:00.000Z');
  labels.timeLabel('2026-06-28T11:00:00.000Z');
  expect(makes).toHaveBeenCalledOnce();
  makes.mockRestore();
});
