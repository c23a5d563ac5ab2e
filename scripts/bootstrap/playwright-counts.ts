import { readFileSync, writeFileSync } from 'node:fs';
import type { FullResult, Reporter, Suite, TestError, TestResult } from '@playwright/test/reporter';
import { describeFailure } from './failure.ts';

const linesOfPage = 80;

/** Writes how many tests passed, failed and were skipped, and what failed on which page, to NOEK_TEST_COUNTS. Flaky is passed. */
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
        const result = test.results.at(-1);
        const name = test.titlePath().filter(Boolean).join(' › ');
        failures.push(describeFailure(name, result?.error?.stack ?? result?.error?.message) + pageOf(result));
      }
    }
    writeFileSync(file, JSON.stringify({ ...counts, failures }));
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** What was on the page, so that a failure that does not come again can be understood from the log of CI alone. */
function pageOf(result: TestResult | undefined): string {
  const file = result?.attachments.find(({ name }) => name === 'error-context')?.path;
  const page = file && /```yaml\n(.*?)\n```/s.exec(readFileSync(file, 'utf8'))?.[1];
  if (!page) return '';
  return ['\n    The page:', ...page.split('\n').slice(0, linesOfPage)].join('\n    ');
}
