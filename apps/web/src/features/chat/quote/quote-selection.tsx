import { lazy, type RefObject, Suspense } from 'react';
import { keepTrying } from '../../../components/base/keep-trying.ts';
import { useSelectedAnswer } from './use-selected-answer.ts';

const QuoteToolbar = lazy(() => keepTrying(() => import('./quote-toolbar.tsx')));

/** Offers to quote the text that is selected in an answer of the list. */
export function QuoteSelection({ root }: { root: RefObject<Element | null> }) {
  const { selected, clear } = useSelectedAnswer(root);
  return <Suspense fallback={null}>{selected && <QuoteToolbar selected={selected} onClose={clear} />}</Suspense>;
}
