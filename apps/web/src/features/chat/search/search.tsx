import { lazy, Suspense, useEffect } from 'react';
import { keepTrying } from '../../../components/base/keep-trying.ts';
import { setSearchOpen, useSearchOpen } from './search-open.ts';

const SearchDialog = lazy(() => keepTrying(() => import('./dialog/search-dialog.tsx')));

/** The search that `setSearchOpen` opens. Render it once per chat screen. */
export function Search() {
  const open = useSearchOpen();
  useEffect(() => () => setSearchOpen(false), []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <SearchDialog onClose={() => setSearchOpen(false)} />
    </Suspense>
  );
}
