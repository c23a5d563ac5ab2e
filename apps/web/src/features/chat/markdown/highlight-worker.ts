import type { HighlightReply, HighlightRequest } from './code-colours.ts';
import type { Grammar } from './code-languages.ts';
import { highlight } from './highlight.ts';

// Colours code away from the page's own thread, one block after the other.

let queue: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<HighlightRequest>) => {
  queue = queue.then(async () => {
    const runs = await highlight(data.code, data.grammar as Grammar).catch(() => null);
    const reply: HighlightReply = { id: data.id, runs };
    self.postMessage(reply, { transfer: runs ? [runs.buffer] : [] });
  });
};
