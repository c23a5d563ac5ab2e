import type { HighlightReply, HighlightRequest } from './code-colours.ts';
import type { Grammar } from './code-languages.ts';
import { highlight } from './highlight.ts';

// Highlights code off the main thread, one block at a time.

let queue: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<HighlightRequest>) => {
  queue = queue.then(async () => {
    const runs = await highlight(data.code, data.grammar as Grammar).catch(() => null);
    const reply: HighlightReply = { id: data.id, runs };
    self.postMessage(reply, { transfer: runs ? [runs.buffer] : [] });
  });
};
