import { Button } from '../../../components/base/button.tsx';
import { adminTexts } from '../texts.ts';

const texts = adminTexts.list;

/** Previous, "Page X of Y" and Next. The only page has no buttons. */
export function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  return (
    <nav
      aria-label={texts.pages}
      className="mt-5 flex items-center justify-center gap-4 text-sm text-text-muted tabular-nums"
    >
      {pages > 1 && (
        <Button variant="quiet" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {texts.previous}
        </Button>
      )}
      <span aria-live="polite">{texts.page(page, pages)}</span>
      {pages > 1 && (
        <Button variant="quiet" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          {texts.next}
        </Button>
      )}
    </nav>
  );
}
