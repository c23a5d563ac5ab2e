import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { IconButton } from '../base/icon-button.tsx';
import { DialogToastPlace } from '../base/toasts/toast-place.tsx';
import { useBackToClose } from './back-to-close.ts';
import { escapeCloses } from './escape-closes.ts';
import { useReturnFocus } from './return-focus.ts';
import './sheet.css';

/**
 * A dialog at the foot of a phone's screen. Mount it to open it; Escape, Back, `close` and a press outside call `onClose`. When it closes,
 * the focus returns to where it was.
 */
export function Sheet(props: { title: string; close: string; onClose: () => void; children: ReactNode }) {
  const { onClose } = props;
  const returnFocus = useReturnFocus();
  useBackToClose(true, onClose);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-dialog) animate-fade-in bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          {...returnFocus}
          {...escapeCloses(onClose)}
          className="sheet fixed inset-x-0 bottom-0 z-(--z-dialog) mx-auto max-h-[min(85dvh,40rem)] max-w-120 overflow-y-auto overscroll-contain rounded-t-[1rem] border border-border border-b-0 bg-surface-raised px-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-dialog outline-none"
        >
          <div className="flex items-center justify-between gap-3 pb-1 pl-3">
            <Radix.Title className="text-[1rem]">{props.title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton size="lg" label={props.close}>
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          {props.children}
          <DialogToastPlace />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
