import { fileURLToPath } from 'node:url';
import { isTooMuch } from '@noek/contract/text/markdown-bounds';
import { createWorkerPool } from '../worker-pool.ts';

const worker = fileURLToPath(new URL('markdown-html.ts', import.meta.url));

/** Long enough for a thread to start on a busy machine. Texts within the bounds take milliseconds. */
const defaultLimitMs = 20_000;

export type Markdown = {
  /** Sanitized HTML without pictures; null if the text is beyond the bounds that messages have, or took too long. */
  toHtml(text: string): Promise<string | null>;
  close(): Promise<void>;
};

/** Renders Markdown in a worker thread, which is ended after `limitMs` milliseconds. */
export function createMarkdown({ limitMs = defaultLimitMs } = {}): Markdown {
  const pool = createWorkerPool<string, string>(worker);
  return {
    async toHtml(text) {
      if (text.split(/\n{2,}/).some(isTooMuch)) return null;
      const signal = AbortSignal.timeout(limitMs);
      return pool.run(text, signal).catch((error: unknown) => {
        if (signal.aborted || error instanceof RangeError) return null;
        throw error;
      });
    },
    close: pool.close,
  };
}
