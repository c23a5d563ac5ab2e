import { fileURLToPath } from 'node:url';
import { type Guard, PublicWebError } from '../../public-web/address-guard.ts';
import { createWorkerPool } from '../../worker-pool.ts';
import { userAgent } from '../services/ask-json.ts';
import { PageError, siteName, type WebPage } from '../web-search.ts';
import { requestPage } from './guarded-request.ts';
import { acceptedEncodings, readBody } from './page-body.ts';
import type { RawPage, ReadableText } from './readable-text.ts';

/** The share of a text that may be characters that no text has, such as a few bytes of another charset. */
const mostUnreadable = 0.1;
const worker = fileURLToPath(new URL('readable-text.ts', import.meta.url));

export type PageReader = {
  /** Starts what reading needs, so that the first page does not wait for it. */
  prepare(): void;
  read(url: string, signal: AbortSignal): Promise<WebPage>;
  close(): Promise<void>;
};

type PageReaderTimes = { readMs: number; parseMs?: number };

/**
 * Opens pages: HTML and plain text, from allowed addresses only, at most `readMs` milliseconds and 2 MB each. HTML is parsed in a
 * worker thread, which is ended when a page takes longer than `parseMs` or 192 MB, so that no page can hold up the server.
 */
export function createPageReader(guard: Guard, { readMs, parseMs = 4_000 }: PageReaderTimes): PageReader {
  const pool = createWorkerPool<RawPage, ReadableText>(worker);
  const parse = (page: RawPage, signal: AbortSignal): Promise<ReadableText> =>
    pool.run(page, AbortSignal.any([signal, AbortSignal.timeout(parseMs)]));

  async function open(address: string, signal: AbortSignal): Promise<WebPage> {
    const headers = {
      Accept: 'text/html, application/xhtml+xml, text/plain;q=0.9',
      'Accept-Encoding': acceptedEncodings,
      'User-Agent': userAgent,
    };
    const { url, response } = await requestPage(address, guard, headers, signal);
    const type = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
    if (type !== 'text/html' && type !== 'application/xhtml+xml' && type !== 'text/plain') {
      response.destroy();
      throw new PageError(`It is of the type ${type || 'unknown'}, not a text.`);
    }
    const body = await readBody(response);
    const site = siteName(url.href);
    const { title, text } =
      type === 'text/plain' ? { title: '', text: body } : await parse({ html: body, url: url.href }, signal);
    if (!isReadable(text)) throw new PageError('It has no readable text.');
    return { url: url.href, title: title || site, site, text };
  }

  return {
    prepare: () => void parse({ html: '', url: '' }, new AbortController().signal).catch(() => {}),
    async read(address, given) {
      const signal = AbortSignal.any([given, AbortSignal.timeout(readMs)]);
      try {
        return await open(address, signal);
      } catch (error) {
        if (error instanceof PublicWebError) throw error;
        const reason = signal.aborted ? 'It took too long, or the answer was stopped.' : String(error);
        throw new PageError(reason, { cause: error });
      }
    },
    close: pool.close,
  };
}

/** Whether it is a text. Some servers call a picture or an archive a page. */
function isReadable(text: string): boolean {
  const unreadable = text.match(/[\ufffd[\p{Cc}--[\t\n\r\f]]]/gv)?.length ?? 0;
  return text.trim() !== '' && unreadable <= text.length * mostUnreadable;
}
