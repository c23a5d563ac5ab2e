import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { threadTexts } from '../texts.ts';
import './paper.css';
import './printed-thread.css';

/**
 * Whether the page is being printed, from just before the browser renders it for the printer until it has done so. Meanwhile the page has
 * the light theme. Printing needs its own content, because the message list contains only the part near the viewport.
 */
export function useIsPrinted(): boolean {
  const [isPrinted, setIsPrinted] = useState(false);
  useEffect(() => {
    const { dataset } = document.documentElement;
    let shown: string | undefined;
    const begin = () => {
      shown ??= dataset.theme;
      dataset.theme = 'light';
      flushSync(() => setIsPrinted(true));
    };
    const end = () => {
      if (shown !== undefined) dataset.theme = shown;
      shown = undefined;
      setIsPrinted(false);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      end();
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinted;
}

/** What is printed in place of the page. `isPart`: the conversation has earlier or later messages that are not loaded. */
export function PrintedThread(props: { title: string; isPart: boolean; children: ReactNode }) {
  return createPortal(
    <article className="printed paper">
      <h1>{props.title}</h1>
      {props.isPart && <p>{threadTexts.printedPart}</p>}
      {props.children}
    </article>,
    document.body,
  );
}
