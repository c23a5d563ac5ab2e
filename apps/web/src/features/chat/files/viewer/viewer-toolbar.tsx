import type { PageUnit } from '@noek/contract/files/schemas';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { filesTexts } from '../texts.ts';

const texts = filesTexts.viewer;

/** The buttons below a file: other files, its pages, and the zoom; each only where there is something to choose. */
export function ViewerToolbar(props: {
  file: { at: number; count: number; show: (at: number) => void };
  page: { unit: PageUnit; at: number; count: number; turn: (by: number) => void } | null;
  zoom: { now: number; isLeast: boolean; isMost: boolean; change: (by: number) => void } | null;
}) {
  const { file, page, zoom } = props;
  if (file.count === 1 && !page && !zoom) return null;
  return (
    <footer className="flex flex-none flex-wrap items-center justify-center gap-x-6 border-border border-t px-2 py-1.5 text-sm text-text-muted tabular-nums">
      {file.count > 1 && (
        <div className="flex items-center">
          <Arrow label={texts.previousFile} isOff={file.at === 0} onClick={() => file.show(file.at - 1)}>
            <ChevronLeft aria-hidden />
          </Arrow>
          <Place className="min-w-12">{texts.fileOf(file.at + 1, file.count)}</Place>
          <Arrow label={texts.nextFile} isOff={file.at === file.count - 1} onClick={() => file.show(file.at + 1)}>
            <ChevronRight aria-hidden />
          </Arrow>
        </div>
      )}
      {page && (
        <div className="flex items-center">
          <Arrow label={texts.previous(page.unit)} isOff={page.at <= 1} onClick={() => page.turn(-1)}>
            <ChevronLeft aria-hidden />
          </Arrow>
          <Place>{filesTexts.place(page.unit, page.at, page.count)}</Place>
          <Arrow label={texts.next(page.unit)} isOff={page.at >= page.count} onClick={() => page.turn(1)}>
            <ChevronRight aria-hidden />
          </Arrow>
        </div>
      )}
      {zoom && (
        <div className={clsx('flex items-center', page && file.count > 1 && 'max-sm:hidden')}>
          <Arrow label={texts.zoomOut} isOff={zoom.isLeast} onClick={() => zoom.change(-1)}>
            <Minus aria-hidden />
          </Arrow>
          <Place className="min-w-12">{texts.zoom(zoom.now * 100)}</Place>
          <Arrow label={texts.zoomIn} isOff={zoom.isMost} onClick={() => zoom.change(1)}>
            <Plus aria-hidden />
          </Arrow>
        </div>
      )}
    </footer>
  );
}

const Place = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span aria-live="polite" className={clsx('text-center', className)}>
    {children}
  </span>
);

/** aria-disabled, not disabled, so that the button keeps the focus at the end. */
function Arrow(props: { label: string; isOff: boolean; onClick: () => void; children: ReactNode }) {
  const { label, isOff, onClick, children } = props;
  return (
    <IconButton
      label={label}
      size="lg"
      side="top"
      aria-disabled={isOff}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
      onClick={() => !isOff && onClick()}
    >
      {children}
    </IconButton>
  );
}
