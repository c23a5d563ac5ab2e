import type { DocumentKind } from '@noek/contract/documents/kinds';
import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { AnswerText } from '../../markdown/answer-text.tsx';
import './printed-document.css';

/** A document on paper: formatted if it is a text, otherwise its source. It is only there while the page is printed. */
export function PrintedDocument(props: {
  named: { title: string; kind: DocumentKind };
  text: string;
  onDone: () => void;
}) {
  const { named, text } = props;
  const onDone = useEffectEvent(props.onDone);
  useEffect(() => {
    const { title } = document;
    // The name of the file, if it is printed into one.
    document.title = named.title;
    document.documentElement.dataset.printsDocument = '';
    const done = () => onDone();
    window.addEventListener('afterprint', done, { once: true });
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', done);
      delete document.documentElement.dataset.printsDocument;
      document.title = title;
    };
  }, [named.title]);
  return createPortal(
    <div className="printed-document" data-printed-document="">
      <h1 dir="auto">{named.title}</h1>
      {named.kind === 'markdown' ? <AnswerText text={text} growing={false} /> : <pre dir="auto">{text}</pre>}
    </div>,
    document.body,
  );
}
