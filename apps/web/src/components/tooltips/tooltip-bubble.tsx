import { clsx } from 'clsx';
import * as Radix from 'radix-ui/tooltip';
import type { TooltipSide } from '../base/tooltip.ts';

export type ShownTooltip = { anchor: Element; text: string; side: TooltipSide };

/** The tooltip is rendered in the landmark of its element, because content outside of all landmarks is hard to find with a screen reader. */
const landmark = 'header, nav, main, aside, footer, [role=dialog], [role=alertdialog]';

/** A longer text than this is a passage, not a label. In characters. */
const longLabel = 100;

/** Places the tooltip next to its element. Loaded by <TooltipLayer/>. */
export default function TooltipBubble({ shown }: { shown: ShownTooltip }) {
  const { top, left, width, height } = shown.anchor.getBoundingClientRect();
  return (
    <Radix.Provider disableHoverableContent>
      <Radix.Root key={`${left} ${top}`} open>
        <Radix.Trigger asChild>
          <span aria-hidden className="pointer-events-none fixed" style={{ top, left, width, height }} />
        </Radix.Trigger>
        <Radix.Portal container={shown.anchor.closest<HTMLElement>(landmark)}>
          <Radix.Content
            data-tooltip-bubble
            side={shown.side}
            sideOffset={6}
            collisionPadding={8}
            className={clsx(
              'z-(--z-toast) animate-fade-in select-none bg-text text-background text-xs forced-colors:border',
              shown.text.length > longLabel ? 'max-w-88 rounded-control px-3 py-2' : 'max-w-72 rounded-chip px-2 py-1',
            )}
          >
            {shown.text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
