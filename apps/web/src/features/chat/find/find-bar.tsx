import { longestSearch } from '@noek/contract/chat/limits';
import { parseSearch } from '@noek/contract/chat/search-terms';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { isOfInputMethod } from '../../../components/base/of-input-method.ts';
import { foundRanges, markRanges, showRange, unmarkRanges } from './found-ranges.ts';
import { findTexts } from './texts.ts';
import type { Find } from './use-find.ts';
import './find-bar.css';

/** The maximum number of messages to step through in a conversation. */
const mostMessages = 100;
/** How many frames a word is followed into view: the list moves while it measures its items. */
const mostFrames = 60;
const steadyFrames = 4;

const messageOf = (root: Element, id: string) => root.querySelector(`[data-message="${CSS.escape(id)}"]`);

/** How long the person has not typed when the search begins, in milliseconds. */
const typedMs = 150;

/** Searches the open conversation, marks the results, and leads from one to the next. */
export default function FindBar(props: {
  find: Find;
  scroller: RefObject<HTMLElement | null>;
  /** The message has not loaded yet, or the list is scrolling to it. */
  isGoing: boolean;
  onGo: (messageId: string) => void;
  /** Another text was typed. */
  onChange: (query: string) => void;
  onClose: () => void;
}) {
  const { find, scroller, isGoing } = props;
  const { query: q, conversationId } = find;
  const query = useMemo(() => parseSearch(q), [q]);
  const { data, isError } = trpc.chat.search.useQuery(
    { q, conversationId, limit: mostMessages },
    { enabled: q !== '' },
  );
  const ids = useMemo(() => {
    const found = (data ?? []).flatMap(({ messageId }) => messageId ?? []).reverse();
    return find.messageId === null || found.includes(find.messageId) ? found : [find.messageId];
  }, [data, find.messageId]);
  const [at, setAt] = useState<{ messageId: string | null; word: number }>({ messageId: find.messageId, word: 0 });
  const [text, setText] = useState(q);
  const typed = text.trim();
  const { onChange } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed starts it again
  useEffect(() => {
    if (typed === q) return;
    const timer = setTimeout(() => onChange(typed), typedMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const [asked, setAsked] = useState(find.messageId);
  if (asked !== find.messageId) {
    // Another result was chosen in the search, or this bar goes to another message.
    setAsked(find.messageId);
    if (at.messageId !== find.messageId) setAt({ messageId: find.messageId, word: 0 });
  }
  const latest = useRef(at);
  latest.current = at;

  const wordsOf = (root: Element, id: string | null): Range[] => {
    const message = id === null ? null : messageOf(root, id);
    return message ? foundRanges(message, query) : [];
  };

  // The list mounts and unmounts messages as the reader scrolls.
  useEffect(() => {
    const root = scroller.current;
    if (!root) return;
    let frame = 0;
    const mark = () => {
      frame = 0;
      const { messageId, word } = latest.current;
      const ranges = ids.flatMap((id) => (id === messageId ? [] : wordsOf(root, id)));
      const here = wordsOf(root, messageId);
      markRanges([...ranges, ...here], here.at(word));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(mark);
    };
    soon();
    const changes = new MutationObserver(soon);
    changes.observe(root, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
    };
  });
  useEffect(() => unmarkRanges, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per word
  useEffect(() => {
    const root = scroller.current;
    if (!root || isGoing) return;
    let frame = 0;
    let steady = 0;
    const follow = (left: number) => {
      const range = wordsOf(root, at.messageId).at(at.word);
      steady = range && showRange(range, root) ? steady + 1 : 0;
      if (left > 0 && steady < steadyFrames) frame = requestAnimationFrame(() => follow(left - 1));
    };
    follow(mostFrames);
    return () => cancelAnimationFrame(frame);
  }, [at, isGoing]);

  // What was typed begins at the first result in view, otherwise at the newest one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per search
  useEffect(() => {
    const root = scroller.current;
    if (!root || at.messageId !== null || ids.length === 0) return;
    const area = root.getBoundingClientRect();
    const isInView = (id: string) => {
      const box = messageOf(root, id)?.getBoundingClientRect();
      return box !== undefined && box.bottom > area.top && box.top < area.bottom;
    };
    const first = ids.find(isInView);
    const messageId = first ?? ids.at(-1) ?? null;
    setAt({ messageId, word: 0 });
    if (messageId !== null && first === undefined) props.onGo(messageId);
  }, [ids, at.messageId]);

  const step = (by: 1 | -1) => {
    const root = scroller.current;
    if (!root || at.messageId === null) return;
    const words = wordsOf(root, at.messageId).length;
    const next = (at.word < 0 ? words + at.word : at.word) + by;
    if (next >= 0 && next < words) return setAt({ ...at, word: next });
    const index = (ids.indexOf(at.messageId) + by + ids.length) % ids.length;
    const messageId = ids[index] ?? at.messageId;
    setAt({ messageId, word: by > 0 ? 0 : -1 });
    if (messageId !== at.messageId) props.onGo(messageId);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={q === '' ? findTexts.field : findTexts.label(q)}
      data-find-bar=""
      className="absolute top-2 right-4 z-(--z-sticky) flex max-w-[calc(100%-1rem)] animate-fade-in items-center gap-0.5 rounded-full border border-border bg-surface-raised py-0.5 pr-1 pl-4 text-sm shadow-float max-md:right-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isOfInputMethod(event)) return;
        event.preventDefault();
        props.onClose();
      }}
    >
      <input
        type="text"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person opened it to type
        autoFocus={find.before !== null}
        aria-label={findTexts.field}
        placeholder={findTexts.field}
        autoComplete="off"
        maxLength={longestSearch}
        className="h-8 w-48 min-w-0 bg-transparent font-medium outline-none placeholder:font-normal max-sm:w-32 max-md:h-10"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isOfInputMethod(event)) return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
      />
      <span role="status" className="whitespace-nowrap px-2 text-text-muted tabular-nums">
        {at.messageId !== null && ids.length > 0 ? (
          <>
            {findTexts.place(ids.indexOf(at.messageId) + 1, ids.length)}
            <span className="sr-only"> {findTexts.unit}</span>
          </>
        ) : (
          typed === q && (isError ? findTexts.failed : data && findTexts.none)
        )}
      </span>
      <IconButton label={findTexts.previous} className="rounded-full!" onClick={() => step(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label={findTexts.next} className="rounded-full!" onClick={() => step(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton label={findTexts.close} className="rounded-full!" onClick={props.onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
