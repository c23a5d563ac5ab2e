import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import CountsReporter from './counts-reporter.ts';

function begin() {
  vi.useFakeTimers();
  const folder = mkdtempSync(join(tmpdir(), 'noek-counts-'));
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });
  const counts = join(folder, 'counts.json');
  vi.stubEnv('NOEK_TEST_COUNTS', counts);
  vi.spyOn(console, 'error').mockReturnValue();
  const end = vi.fn();
  return { counts, end, reporter: new CountsReporter({ end }) };
}

test('a run in which a file of tests is stuck ends and names it', () => {
  const { counts, end, reporter } = begin();
  for (const relativeModuleId of ['a.test.ts', 'b.test.ts', 'c.test.ts'])
    reporter.onTestModuleStart({ relativeModuleId });
  vi.advanceTimersByTime(9 * 60_000);
  reporter.onTestModuleEnd({ relativeModuleId: 'b.test.ts' });
  vi.advanceTimersByTime(9 * 60_000);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(end).toHaveBeenCalledExactlyOnceWith(1);
  const { failed, failures } = JSON.parse(readFileSync(counts, 'utf8'));
  expect({ failed, failures }).toEqual({
    failed: 2,
    failures: [expect.stringContaining('a.test.ts'), expect.stringContaining('c.test.ts')],
  });
});

test('a run that has ended is not stuck', () => {
  const { end, reporter } = begin();
  reporter.onTestModuleStart({ relativeModuleId: 'a.test.ts' });
  reporter.onTestRunEnd([], []);
  vi.advanceTimersByTime(60 * 60_000);
  expect(end).not.toHaveBeenCalled();
});

test('a run by hand waits, because a debugger may', () => {
  const { end, reporter } = begin();
  vi.stubEnv('NOEK_TEST_COUNTS', undefined);
  reporter.onTestModuleStart({ relativeModuleId: 'a.test.ts' });
  vi.advanceTimersByTime(60 * 60_000);
  expect(end).not.toHaveBeenCalled();
});
