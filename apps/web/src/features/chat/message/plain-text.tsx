import type { ReactNode } from 'react';
import { messageTexts } from './texts.ts';

/** In characters. The layout of a longer text would take the browser noticeably long. */
const longestShown = 400_000;

/** A text as it was written, with every space and line break. `children` follow its last word. */
export function PlainText({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text.slice(0, longestShown)}
        {children}
      </p>
      {text.length > longestShown && <p>{messageTexts.cutOff}</p>}
    </>
  );
}
