import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { describeFailure } from '../scripts/bootstrap/failure.ts';

/** If no file of tests ends for this long, something is stuck: the longest takes two minutes. */
const stuckMinutes = 10;

/** Writes how many tests passed, failed and were skipped, and what failed, to NOEK_TEST_COUNTS. Ends a run that is stuck. */
export default class CountsReporter implements Reporter {
  readonly #running = new Set<string>();
  readonly #end: (code: number) => void;
  #alarm: NodeJS.Timeout | undefined;

  /** `end` ends this process. */
  constructor({ end = (code) => process.exit(code) }: { end?: (code: number) => void } = {}) {
    this.#end = end;
  }

  onTestModuleStart({ relativeModuleId }: Pick<TestModule, 'relativeModuleId'>): void {
    this.#running.add(relativeModuleId);
    this.#wait();
  }

  onTestModuleEnd({ relativeModuleId }: Pick<TestModule, 'relativeModuleId'>): void {
    this.#running.delete(relativeModuleId);
    this.#wait();
  }

  /** Vitest's own time limits do not reach a test that blocks its process. In `npm test` only: elsewhere, a debugger may be waiting. */
  #wait(): void {
    clearTimeout(this.#alarm);
    const file = process.env.NOEK_TEST_COUNTS;
    if (!file) return;
    this.#alarm = setTimeout(() => {
      const failures = [...this.#running].map((module) =>
        describeFailure(module, `This file has not ended, and no other has for ${stuckMinutes} minutes.`),
      );
      for (const failure of failures) console.error(failure);
      writeFileSync(file, JSON.stringify({ passed: 0, failed: failures.length, skipped: 0, failures }));
      this.#end(1);
    }, stuckMinutes * 60_000);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly { message: string; stack?: string }[]): void {
    clearTimeout(this.#alarm);
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
