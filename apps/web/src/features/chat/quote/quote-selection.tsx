import { type RefObject, Suspense } from 'react';
import { codePart } from '../../../components/base/code-part.ts';
import { useSelectedAnswer } from './use-selected-answer.ts';

const QuoteToolbar = codePart(() => import('./quote-toolbar.tsx')).lazy();

/** Offers to quote the text that is selected in an answer of the list. */
export function QuoteSelection({ root }: { root: RefObject<Element | null> }) {
  const { selected, clear } = useSelectedAnswer(root);
  return <Suspense fallback={null}>{selected && <QuoteToolbar selected={selected} onClose={clear} />}</Suspense>;
}
