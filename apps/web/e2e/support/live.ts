import type { BrowserContext, Page, Request } from '@playwright/test';
import type { ModelServer } from '../../../server/src/testing/stand-ins/model-server.ts';

/** Watches the live streams of a browser. `open`: the pages with an open stream; `made`: how many streams were opened so far. */
export function watchLiveStreams(context: BrowserContext): { open(): Page[]; made(): number } {
  const open = new Map<Request, Page>();
  let made = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/trpc/chat.live') return;
    const page = request.frame().page();
    made += 1;
    open.set(request, page);
    page.on('close', () => open.delete(request));
  });
  const over = (request: Request) => void open.delete(request);
  context.on('requestfinished', over);
  context.on('requestfailed', over);
  return { open: () => [...open.values()], made: () => made };
}

/** Answers with numbered words until the test stops it. */
export function talking(): { answer: ModelServer['answer']; enough: () => void; said: () => string } {
  let [isEnough, text] = [false, ''];
  return {
    async answer(call) {
      for (let n = 1; !isEnough && !call.gone && n < 5_000; n++) {
        const word = `word${n} `;
        call.write(word);
        text += word;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      call.write('and the end.');
      text += 'and the end.';
      call.finish();
    },
    enough: () => {
      isEnough = true;
    },
    said: () => text,
  };
}
