import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes how many tests passed, failed and were skipped to NOEK_TEST_COUNTS, for the closing line of `npm test`. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env.NOEK_TEST_COUNTS;
    if (!file) return;
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      let failedTests = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'failed') failedTests += 1;
        else counts[state === 'passed' ? 'passed' : 'skipped'] += 1;
      }
      // A file that cannot be loaded, or whose hooks fail, contains no failed test.
      counts.failed += failedTests || (module.ok() ? 0 : 1);
    }
    writeFileSync(file, JSON.stringify(counts));
  }
}
