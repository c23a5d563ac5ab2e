import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { AnswerText } from '../../src/features/chat/markdown/answer-text.tsx';
import { AnswerBuffer } from '../../src/features/chat/streaming/answer-buffer.ts';
import '../../src/styles/app.css';
import { tokens } from './answer.ts';

declare global {
  interface Window {
    /** Streams the answer, one token per `everyMs` milliseconds, as markdown or as plain text. Resolves when all of it is painted. */
    stream(kind: 'markdown' | 'plain', everyMs: number): Promise<void>;
    longTasks: number[];
  }
}

window.longTasks = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longTasks.push(duration);
}).observe({ type: 'longtask', buffered: true });

function Answer({ buffer, plain, growing }: { buffer: AnswerBuffer; plain: boolean; growing: boolean }) {
  const { text } = useSyncExternalStore(buffer.subscribe, buffer.getSnapshot);
  if (!plain) return <AnswerText text={text} growing={growing} />;
  return (
    <div className="prose">
      <p className="whitespace-pre-wrap">{text}</p>
    </div>
  );
}

/** The server sends new text at most this often, in milliseconds. */
const eventEveryMs = 50;

window.stream = (kind, everyMs) =>
  new Promise((resolve) => {
    const root = createRoot(document.getElementById('root') as HTMLElement);
    const buffer = new AnswerBuffer({ content: '', sequence: 0, steps: [], reasoning: null });
    const show = (growing: boolean) =>
      root.render(<Answer buffer={buffer} plain={kind === 'plain'} growing={growing} />);
    show(true);
    const started = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      const due = Math.min(tokens.length, Math.floor((performance.now() - started) / everyMs));
      const piece = {
        type: 'delta',
        sequence: buffer.sequence + 1,
        text: tokens.slice(sent, due).join(''),
      } as const;
      if (due > sent) buffer.apply(piece);
      sent = due;
      if (sent < tokens.length) return;
      clearInterval(timer);
      // The last paint, the end of the answer, and the work for which the page waits until it is idle.
      setTimeout(() => show(false), 2 * eventEveryMs);
      setTimeout(resolve, 1_000);
    }, eventEveryMs);
  });
