import { clsx } from 'clsx';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { componentTexts } from './base/texts.ts';
import { dismissToast, type Toast } from './base/toasts/toast.ts';

/** Loaded by <Toaster/>. Shows each toast for 5 seconds; a swipe of 50 px to the right dismisses it, and F8 moves the focus here. */
export default function ToastRegion({ latest }: { latest: Toast | null }) {
  return (
    <Radix.Provider duration={5_000} swipeDirection="right" swipeThreshold={50} label={componentTexts.notifications}>
      {latest && (
        <Radix.Root
          key={latest.id}
          type={latest.variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (!open) dismissToast(latest.id);
          }}
          className={clsx(
            'grid animate-toast-in gap-x-3 rounded-card border py-3 pr-2 pl-4 shadow-float',
            latest.action ? 'grid-cols-[minmax(0,1fr)_auto_auto]' : 'grid-cols-[minmax(0,1fr)_auto]',
            latest.description ? 'items-start' : 'items-center',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-toast-swipe-out',
            latest.variant === 'destructive'
              ? 'border-danger-edge bg-danger-soft text-danger-ink'
              : 'border-border bg-surface-raised text-text',
          )}
        >
          <div className="min-w-0 py-1">
            <Radix.Title className="break-words font-medium text-[0.875rem] leading-5">{latest.title}</Radix.Title>
            {latest.description && (
              <Radix.Description
                className={clsx('mt-0.5 break-words text-sm', latest.variant !== 'destructive' && 'text-text-muted')}
              >
                {latest.description}
              </Radix.Description>
            )}
            {latest.note && (
              <p className={clsx('break-words text-sm', latest.variant !== 'destructive' && 'text-text-muted')}>
                {latest.note}
              </p>
            )}
          </div>
          {latest.action && (
            <Radix.Action
              altText={latest.action.label}
              onClick={latest.action.run}
              className="min-h-(--size-control-sm) rounded-control px-2.5 font-medium text-[0.875rem] text-accent-ink hover:bg-surface-hover"
            >
              {latest.action.label}
            </Radix.Action>
          )}
          <Radix.Close
            aria-label={componentTexts.dismiss}
            className="inline-grid size-(--size-control-sm) place-items-center rounded-control hover:bg-surface-hover"
          >
            <X className="icon" aria-hidden />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport className="fixed top-(--size-header) right-0 max-md:top-0 max-md:p-2 z-(--z-toast) m-0 flex w-full max-w-100 list-none flex-col p-4 outline-none focus-visible:outline-2" />
    </Radix.Provider>
  );
}
