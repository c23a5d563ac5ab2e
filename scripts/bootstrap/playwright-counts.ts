import { writeFileSync } from 'node:fs';
import type { FullResult, Reporter, Suite, TestError } from '@playwright/test/reporter';
import { describeFailure } from './failure.ts';

/** Writes how many tests passed, failed and were skipped, and what failed, to NOEK_TEST_COUNTS. A flaky test counts as passed. */
export default class PlaywrightCounts implements Reporter {
  #suite: Suite | undefined;
  #errors: string[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(describeFailure('outside a test', error.stack ?? error.message));
  }

  onEnd(_result: FullResult): void {
    const file = process.env.NOEK_TEST_COUNTS;
    if (!file) return;
    const counts = { passed: 0, failed: this.#errors.length, skipped: 0 };
    const failures = [...this.#errors];
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      counts[outcome === 'skipped' ? 'skipped' : outcome === 'unexpected' ? 'failed' : 'passed'] += 1;
      if (outcome === 'unexpected') {
        const error = test.results.at(-1)?.error;
        failures.push(describeFailure(test.titlePath().filter(Boolean).join(' › '), error?.stack ?? error?.message));
      }
    }
    writeFileSync(file, JSON.stringify({ ...counts, failures }));
  }

  printsToStdio(): boolean {
    return false;
  }
}
