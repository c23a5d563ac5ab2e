import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { describeFailure } from '../scripts/bootstrap/failure.ts';

/** Writes how many tests passed, failed and were skipped, and what failed, to NOEK_TEST_COUNTS, for the end of `npm test`. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly { message: string; stack?: string }[]): void {
    const file = process.env.NOEK_TEST_COUNTS;
    if (!file) return;
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    const failures = unhandledErrors.map((error) => describeFailure('outside a test', error.stack ?? error.message));
    for (const module of modules) {
      let failedTests = 0;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'failed') {
          failedTests += 1;
          failures.push(describeFailure(`${module.relativeModuleId} › ${test.fullName}`, wordsOf(errors)));
        } else counts[state === 'passed' ? 'passed' : 'skipped'] += 1;
      }
      // A file that cannot be loaded, or whose hooks fail, contains no failed test.
      if (failedTests || module.ok()) counts.failed += failedTests;
      else {
        counts.failed += 1;
        failures.push(describeFailure(module.relativeModuleId, wordsOf(module.errors())));
      }
    }
    writeFileSync(file, JSON.stringify({ ...counts, failures }));
  }
}

const wordsOf = (errors: readonly { message: string; stack?: string }[] = []) =>
  errors.map((error) => error.stack ?? error.message).join('\n');
