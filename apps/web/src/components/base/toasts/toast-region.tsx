import { useSelector } from '@tanstack/react-store';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { componentTexts } from '../texts.ts';
import { dismissToast, type Toast } from './toast.ts';
import { toastPlaces } from './toast-place.tsx';

const dialog = '[role=dialog], [role=alertdialog]';

/**
 * Loaded by <Toaster/>. Shows each toast for 5 seconds; a swipe of 50 px to the right dismisses it, and F8 moves the focus here. The
 * toast is in the current `ToastPlace`, otherwise in a bar at the foot of the window, where the page ends above it.
 */
export default function ToastRegion({ latest }: { latest: Toast | null }) {
  const places = useSelector(toastPlaces);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const place = places.findLast((other) => other.closest(dialog)) ?? places.at(-1) ?? foot;
  const isFoot = place === foot;
  useMadeRoom(viewport, place, isFoot);
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
            'grid animate-toast-in gap-x-2 rounded-card border py-1.5 pr-1.5 pl-4',
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
      <div
        ref={setFoot}
        className="fixed inset-x-0 bottom-0 z-(--z-sticky) bg-background has-[li]:border-border has-[li]:border-t"
      />
      {place &&
        createPortal(
          <Radix.Viewport
            ref={setViewport}
            className={clsx(
              'm-0 list-none outline-none focus-visible:outline-2 has-[li]:py-2',
              isFoot && 'mx-auto max-w-thread px-6 has-[li]:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-md:px-2.5',
            )}
          />,
          place,
        )}
    </Radix.Provider>
  );
}

/**
 * Gives the place of the toasts their height. In a dialog, it is below the dialog if there is room. At the foot of the window, the page
 * gets as much room below it, and what the person has just pressed stays in view.
 */
function useMadeRoom(viewport: HTMLElement | null, place: HTMLElement | null, isFoot: boolean) {
  useLayoutEffect(() => {
    if (!viewport || !place) return;
    const page = document.documentElement;
    const panel = place.closest(dialog);
    const makeRoom = () => {
      const height = viewport.offsetHeight;
      if (isFoot) {
        page.style.setProperty('--toast-foot', `${height}px`);
        if (height > 0) keepFocusAbove(window.innerHeight - height);
        return;
      }
      place.style.height = `${height}px`;
      if (!panel || height === 0) return;
      place.toggleAttribute('data-outside', window.innerHeight - panel.getBoundingClientRect().bottom > height);
      place.scrollIntoView({ block: 'nearest' });
    };
    const sizes = new ResizeObserver(makeRoom);
    sizes.observe(viewport);
    return () => {
      sizes.disconnect();
      page.style.removeProperty('--toast-foot');
      place.style.removeProperty('height');
    };
  }, [viewport, place, isFoot]);
}

/** Scrolls the page until the focused control, if it is in view, ends above `bottom`, in pixels of the window. */
function keepFocusAbove(bottom: number) {
  const focused = document.activeElement;
  if (!focused?.closest('main')) return;
  const box = focused.getBoundingClientRect();
  if (box.top < 0 || box.top >= window.innerHeight || box.bottom <= bottom) return;
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollBy({ top: box.bottom - bottom + 8, behavior: isStill ? 'instant' : 'smooth' });
}
