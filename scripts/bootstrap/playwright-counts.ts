import { writeFileSync } from 'node:fs';
import type { FullResult, Reporter, Suite } from '@playwright/test/reporter';

/** Writes how many tests passed, failed and were skipped to NOEK_TEST_COUNTS. A flaky test counts as passed. */
export default class PlaywrightCounts implements Reporter {
  #suite: Suite | undefined;
  #errors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(): void {
    this.#errors += 1;
  }

  onEnd(_result: FullResult): void {
    const file = process.env.NOEK_TEST_COUNTS;
    if (!file) return;
    const counts = { passed: 0, failed: this.#errors, skipped: 0 };
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      counts[outcome === 'skipped' ? 'skipped' : outcome === 'unexpected' ? 'failed' : 'passed'] += 1;
    }
    writeFileSync(file, JSON.stringify(counts));
  }

  printsToStdio(): boolean {
    return false;
  }
}
