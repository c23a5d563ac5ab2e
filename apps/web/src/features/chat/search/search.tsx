import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { keepTrying } from '../../../components/base/keep-trying.ts';
import { setSearchOpen, useSearchOpen } from './search-open.ts';

const SearchDialog = lazy(() => keepTrying(() => import('./dialog/search-dialog.tsx')));

/** The search that `setSearchOpen` opens. Render it once per chat screen. */
export function Search() {
  const open = useSearchOpen();
  const typed = useRef('');
  useEffect(() => () => setSearchOpen(false), []);
  if (!open) return null;
  const close = () => {
    typed.current = '';
    setSearchOpen(false);
  };
  return (
    <Suspense fallback={<Loading typed={typed} onClose={close} />}>
      <SearchDialog typed={typed} onClose={close} />
    </Suspense>
  );
}

/** While the search loads, what is typed is meant for it, not for the message box, which still has the focus. */
function Loading({ typed, onClose }: { typed: RefObject<string>; onClose: () => void }) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key === 'Escape') onClose();
    else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
    else if (key.length === 1) typed.current += key;
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, []);
  return <div className="fixed inset-0 z-(--z-dialog) bg-scrim" onClick={onClose} aria-hidden />;
}
