import { useQueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { trpc } from '../../../../api/trpc.ts';
import { isOfInputMethod } from '../../../../components/base/of-input-method.ts';
import { useStoredValue } from '../../../../components/base/stored-value/use-stored-value.ts';
import { DialogToastPlace } from '../../../../components/base/toasts/toast-place.tsx';
import { useReturnFocus } from '../../../../components/dialogs/return-focus.ts';
import { wantsStillness } from '../../../../components/page/motion.ts';
import { useMedia } from '../../../../components/page/use-media.ts';
import { PaneBoundary } from '../../../../components/states/pane-boundary.tsx';
import { type ChatNavigation, type DocumentPlace as Place, useChatNavigation } from '../../chat-navigation.tsx';
import { mayWait } from '../../drafts/forget-document-drafts.ts';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { sendWaitingDrafts } from '../editing/open-editings.ts';
import { DocumentPanel } from '../panel/document-panel.tsx';
import { searchOf } from '../search-of.ts';
import { documentTexts } from '../texts.ts';
import { holdReading } from './hold-reading.ts';
import { panelShare } from './panel-share.ts';
import { Separator } from './separator.tsx';
import './document-place.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry of the history beside whose page a document was opened. */
    noekBeside?: string | undefined;
  }
}

/** Opens a document beside the page, in place of the one that is open (null: closes it, as Back does). */
export function goToDocument(
  router: AnyRouter,
  page: Pick<ChatNavigation, 'conversationId' | 'document' | 'entry'>,
  place: Place | null,
): void {
  const { conversationId, document, entry } = page;
  const { noekBeside } = router.state.location.state;
  if (conversationId === null || (place === null && document === null)) return;
  if (place === null && noekBeside !== undefined) {
    router.history.back();
    return;
  }
  void router.navigate({
    to: '/chat/$conversationId',
    params: { conversationId: String(conversationId) },
    search: place ? searchOf(place) : {},
    replace: document !== null,
    // Only the first one is an entry of the history, so Back closes the panel.
    state: (before: object) => ({ ...before, noekBeside: document === null ? entry : noekBeside }),
  });
}

const glideMs = 200;
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/**
 * The document beside the conversation: the right half of a wide page, which the person can resize, and all of a narrower one. The layout
 * of the conversation is final at once, and what is read stays at its height; the panel and the conversation then glide to their
 * places. `opensWithPage`: the address named the document when the page opened, so nothing glides and the focus stays.
 */
export default function DocumentPlace({ opensWithPage }: { opensWithPage: boolean }) {
  const { document: place, conversationId, openDocument } = useChatNavigation();
  const { input } = useOpenConversation();
  const isBeside = useMedia('(min-width: 64rem)');
  const share = useStoredValue(panelShare);
  const isOpen = place !== null;
  const [leaving, setLeaving] = useState<{ place: Place; conversationId: number | null; width: number } | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const last = useRef({ place, conversationId });
  if (place) last.current = { place, conversationId };
  const returnFocus = useReturnFocus();
  /** What opened it stays at its height, also when it closes. */
  const opener = useRef<Element | null>(null);
  const change = useRef<Change | null>(null);
  const wasOpen = useRef(false);
  const isFirst = useRef(opensWithPage);
  // Before the layout changes. A second render finds what the first one saw.
  if (isOpen !== wasOpen.current && !change.current) {
    if (isOpen) opener.current = document.activeElement;
    change.current = lookBefore(panel.current, opener.current);
    if (isOpen && !isFirst.current) returnFocus.onOpenAutoFocus();
  }

  useLayoutEffect(() => {
    const before = change.current;
    change.current = null;
    if (!before || wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    before.hold?.();
    if (isOpen) {
      setLeaving(null);
      if (!isFirst.current) {
        glideMain(before);
        slideIn(panel.current);
        panel.current?.focus({ preventScroll: true });
      }
      isFirst.current = false;
      return;
    }
    glideMain(before);
    if (last.current.place && !wantsStillness())
      setLeaving({ ...last.current, place: last.current.place, width: before.width });
    if (before.hadFocus) {
      returnFocus.onCloseAutoFocus(new Event('close'));
      if (document.activeElement === document.body) input.current?.focus({ preventScroll: true });
    }
  }, [isOpen, returnFocus, input]);

  // What the panel covers cannot be reached.
  const covers = isOpen && !isBeside;
  useEffect(() => {
    const beside = [...(root.current?.parentElement?.children ?? [])].filter((one) => one !== root.current);
    const others = [...beside, ...document.querySelectorAll('.skip-link')];
    if (!covers) return;
    for (const one of others) one.toggleAttribute('inert', true);
    return () => {
      for (const one of others) one.toggleAttribute('inert', false);
    };
  }, [covers]);

  useWaitingDrafts();

  const shown = place ? { place, conversationId } : leaving;
  const close = () => openDocument(null);
  return (
    <div
      ref={root}
      className={clsx('document-place', !isBeside && 'document-place-over')}
      data-open={isOpen || undefined}
      style={
        {
          '--document-share': share,
          ...(leaving && !isOpen && { '--document-width': `${leaving.width}px` }),
        } as CSSProperties
      }
    >
      {shown && shown.conversationId !== null && (
        <section
          ref={panel}
          aria-label={documentTexts.region}
          tabIndex={-1}
          inert={!isOpen}
          className={clsx('document-panel', !isOpen && 'document-panel-leaving')}
          onAnimationEnd={({ animationName }) => animationName === 'document-leaves' && setLeaving(null)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented || isOfInputMethod(event)) return;
            event.preventDefault();
            // Elsewhere, Escape stops the answer.
            event.stopPropagation();
            close();
          }}
        >
          {isOpen && isBeside && <Separator />}
          <PaneBoundary resetKey={shown.place.id}>
            <DocumentPanel
              place={shown.place}
              conversationId={shown.conversationId}
              isBeside={isBeside}
              onOpen={openDocument}
              onClose={close}
            />
          </PaneBoundary>
          {!isBeside && <DialogToastPlace className="mx-4" />}
        </section>
      )}
    </div>
  );
}

/** Sends what was saved while there was no connection, once per page. */
function useWaitingDrafts(): void {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  useEffect(() => {
    if (mayWait()) void sendWaitingDrafts(client, queries);
  }, [client, queries]);
}

/** What is known before the layout changes. */
type Change = { hold: (() => void) | null; centre: number | null; width: number; hadFocus: boolean };

const mainOf = () => document.getElementById('main');

function lookBefore(panel: HTMLElement | null, opener: Element | null): Change {
  const main = mainOf();
  const scroller = main?.querySelector<HTMLElement>(':scope > section');
  return {
    hold: scroller ? holdReading(scroller, opener) : null,
    centre: main ? centreOf(main) : null,
    width: panel?.offsetWidth ?? 0,
    hadFocus: panel?.contains(document.activeElement) ?? false,
  };
}

function centreOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

/** The conversation glides sideways to its place. */
function glideMain({ centre }: Change): void {
  const main = mainOf();
  if (!main || centre === null || wantsStillness()) return;
  const from = centre - centreOf(main);
  if (Math.abs(from) < 1) return;
  const column = main.parentElement;
  // It would pass over the sidebar.
  column?.classList.add('overflow-x-clip');
  const glide = main.animate([{ transform: `translateX(${from}px)` }, { transform: 'none' }], {
    duration: glideMs,
    easing,
  });
  void glide.finished.then(
    () => column?.classList.remove('overflow-x-clip'),
    () => {},
  );
}

function slideIn(panel: HTMLElement | null): void {
  if (!panel || wantsStillness()) return;
  panel.animate([{ transform: 'translateX(100%)' }, { transform: 'none' }], { duration: glideMs, easing });
}
