import { MessageCircleQuestion, Quote } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import * as Toolbar from 'radix-ui/toolbar';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { buttonClass } from '../../../components/base/button.tsx';
import { isOfInputMethod } from '../../../components/base/of-input-method.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { useDraft, useOpenConversation } from '../session/open-conversation.ts';
import { withQuote } from './quotes.ts';
import { quoteTexts } from './texts.ts';
import type { SelectedAnswer } from './use-selected-answer.ts';

const isTextField = (element: Element | null) => element?.matches('input, textarea, select, [contenteditable="true"]');

/**
 * The toolbar at a selected text, which keeps its selection and the focus. Tab goes to it. Escape closes it and returns the focus. On a
 * touch screen it is below the text, because the menu of the system is above it.
 */
export default function QuoteToolbar({ selected, onClose }: { selected: SelectedAnswer; onClose: () => void }) {
  const { input } = useOpenConversation();
  const { text, write } = useDraft();
  const bar = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const { range } = selected;
  const anchor = useMemo(() => ({ current: { getBoundingClientRect: () => range.getBoundingClientRect() } }), [range]);

  const leave = () => {
    const { current } = before;
    if (bar.current?.contains(document.activeElement) && current instanceof HTMLElement)
      current.focus({ preventScroll: true });
    onClose();
  };
  const quote = (asks: boolean) => {
    const quoted = withQuote(text, selected.text);
    if (quoted === null) {
      toast({ title: quoteTexts.noRoom, description: quoteTexts.noRoomHint, variant: 'destructive' });
      return;
    }
    write(quoted);
    leave();
    document.getSelection()?.removeAllRanges();
    if (asks) input.current?.focus();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { activeElement } = document;
    const isInside = bar.current?.contains(activeElement) ?? false;
    if (isOfInputMethod(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      leave();
    } else if (event.key === 'Tab' && !event.shiftKey && !isInside && !isTextField(activeElement)) {
      event.preventDefault();
      before.current = activeElement;
      bar.current?.querySelector('button')?.focus();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, []);

  const button = (label: string, asks: boolean, Icon: typeof Quote) => (
    <Toolbar.Button
      className={buttonClass('ghost', 'sm', 'border-0! text-text! [&_svg]:size-4')}
      // The text stays selected.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => quote(asks)}
    >
      <Icon aria-hidden />
      {label}
    </Toolbar.Button>
  );
  const scroller = range.startContainer.parentElement?.closest('#main > section') ?? null;
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  return (
    <Popover.Root open>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal container={document.getElementById('main')}>
        <Popover.Content
          asChild
          role="toolbar"
          side={isTouch ? 'bottom' : 'top'}
          sideOffset={isTouch ? 14 : 6}
          // It leaves with the text when the list scrolls.
          collisionBoundary={scroller}
          hideWhenDetached
          collisionPadding={8}
          updatePositionStrategy="always"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <Toolbar.Root
            ref={bar}
            aria-label={quoteTexts.toolbar}
            className="z-(--z-dialog) flex animate-fade-in gap-0.5 rounded-card border border-border bg-surface-raised p-1 shadow-float"
          >
            <span className="sr-only" role="status">
              {quoteTexts.hint}
            </span>
            {button(quoteTexts.quote, false, Quote)}
            {button(quoteTexts.ask, true, MessageCircleQuestion)}
          </Toolbar.Root>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
