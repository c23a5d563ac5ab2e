// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { keptDatesKey } from './forget-local-cache.ts';

/** The modules of a new page, which shares nothing with the page before it. */
async function nextPage() {
  vi.resetModules();
  const [labels, kept, local] = await Promise.all([
    import('../../../components/dates/date-labels.ts'),
    import('./kept-dates.ts'),
    import('./forget-local-cache.ts'),
  ]);
  return { ...labels, ...kept, ...local };
}

const at = '2026-06-28T10:04:00.000Z';
let makes: MockInstance;
beforeEach(() => {
  localStorage.clear();
  makes = vi.spyOn(Intl, 'DateTimeFormat');
});
afterEach(() => {
  makes.mockRestore();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page of Mira's that has shown a message. Returns what it showed. */
async function firstVisit(): Promise<string[]> {
  const page = await nextPage();
  const shown = [page.timeLabel(at), page.exactLabel(at), page.updatedLabel(at)];
  page.keepDates('u1');
  expect(makes).toHaveBeenCalledTimes(3);
  makes.mockClear();
  return shown;
}

test('dates that the last page has formatted are shown without making a format', async () => {
  const shown = await firstVisit();
  const page = await nextPage();
  page.bringBackDates('u1');
  expect([page.timeLabel(at), page.exactLabel(at), page.updatedLabel(at)]).toEqual(shown);
  expect(makes).not.toHaveBeenCalled();
  expect(page.timeLabel('2026-06-28T10:05:00.000Z')).not.toBe(shown[0]);
  expect(makes).toHaveBeenCalledOnce();
});

test('dates are formatted again for another person and for a browser with another language, and the kept ones are gone', async () => {
  await firstVisit();
  const other = await nextPage();
  other.bringBackDates('u2');
  expect(other.formattedDates.size).toBe(0);
  expect(localStorage.getItem(keptDatesKey)).toBeNull();

  await firstVisit();
  vi.stubGlobal('navigator', { language: 'de-DE' });
  const german = await nextPage();
  german.bringBackDates('u1');
  expect(german.formattedDates.size).toBe(0);
  expect(localStorage.getItem(keptDatesKey)).toBeNull();
});

test('dates are formatted again every day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 5, 28, 23, 59) });
  await firstVisit();
  vi.setSystemTime(new Date(2026, 5, 29));
  const page = await nextPage();
  page.bringBackDates('u1');
  expect(page.formattedDates.size).toBe(0);
  expect(localStorage.getItem(keptDatesKey)).toBeNull();
});

test('the kept dates go with the local cache, and something else in their place is ignored', async () => {
  await firstVisit();
  const page = await nextPage();
  page.forgetLocalCache();
  expect(localStorage.getItem(keptDatesKey)).toBeNull();
  for (const value of ['{', '3', '{"userId":"u1"}']) {
    localStorage.setItem(keptDatesKey, value);
    page.bringBackDates('u1');
    expect(page.timeLabel(at)).toMatch(/\d[:.]04/);
  }
});

test('only the last 400 texts are kept, and a page holds at most 2,000', async () => {
  const page = await nextPage();
  for (let minute = 0; minute < 2_010; minute += 1) page.timeLabel(new Date(2026, 5, 1, 0, minute).toISOString());
  expect(page.formattedDates.size).toBe(10);
  for (let minute = 0; minute < 500; minute += 1) page.timeLabel(new Date(2026, 6, 1, 0, minute).toISOString());
  page.keepDates('u1');
  const next = await nextPage();
  next.bringBackDates('u1');
  expect(next.formattedDates.size).toBe(400);
  expect([...next.formattedDates]).toEqual([...page.formattedDates].slice(-400));
});
