import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { codePart } from '../../../components/base/code-part.ts';
import { isOfInputMethod } from '../../../components/base/of-input-method.ts';
import { whenIdle } from '../../../components/page/when-idle.ts';
import { setSearchOpen, useSearchOpen } from '../open/search-open.ts';

const dialogCode = codePart(() => import('./dialog/search-dialog.tsx'));
const SearchDialog = dialogCode.lazy();

const close = () => setSearchOpen(false);

/** The search that `setSearchOpen` opens. Render it once per chat screen. */
export function Search() {
  const open = useSearchOpen();
  useEffect(() => close, []);
  // Loaded in advance: while code loads, React shows the fallback for at least 300 ms.
  useEffect(() => whenIdle(() => void dialogCode.load()), []);
  return open && <OpenSearch />;
}

/** Until the field of the search has the focus, what is typed is kept for it and does not reach the message box. */
function OpenSearch() {
  const typed = useRef('');
  const isReady = useRef(false);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (isReady.current || event.ctrlKey || event.metaKey || event.altKey || isOfInputMethod(event)) return;
    if (key === 'Escape') close();
    else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
    else if (key.length === 1) typed.current += key;
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Not an ordinary effect, which may run only after the next key.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, []);
  const takeTyped = () => {
    isReady.current = true;
    return typed.current;
  };
  return (
    <Suspense fallback={<div className="fixed inset-0 z-(--z-dialog) bg-scrim" onClick={close} aria-hidden />}>
      <SearchDialog takeTyped={takeTyped} onClose={close} />
    </Suspense>
  );
}
