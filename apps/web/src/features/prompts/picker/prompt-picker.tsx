import type { Prompt } from '@noek/contract/prompts/schemas';
import { variablesOf } from '@noek/contract/prompts/variables';
import { clsx } from 'clsx';
import { Settings2 } from 'lucide-react';
import {
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { errorText } from '../../../api/base/error-text.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { TextButton } from '../../../components/base/button.tsx';
import { isOfInputMethod } from '../../../components/base/of-input-method.ts';
import { PageLink } from '../../../components/page/page-link.tsx';
import { promptsFor, queryOf } from '../prompt-list.ts';
import { promptTexts } from '../texts.ts';
import { usePrompts } from '../use-prompts.ts';
import { FillDialog } from './fill-dialog.tsx';
import { replaceText } from './replace-text.ts';

const texts = promptTexts.picker;
const promptsPage = '/prompts';
/** The largest height of the list, and what stays free above it, in pixels. */
const largestPx = 336;
const abovePx = 72;
const noPrompts: readonly Prompt[] = [];

/**
 * The prompts that "/" at the start of the message box offers, in a list above the box. It is rendered just before the box while its text
 * begins with "/". The box keeps the focus and names the chosen option. A text that matches no prompt shows nothing, and is sent as usual.
 */
export default function PromptPicker(props: {
  /** The text of the box. */
  text: string;
  input: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
}) {
  const { text, input, onText } = props;
  const query = usePrompts();
  const asked = queryOf(text);
  const prompts = query.data ?? noPrompts;
  const found = useMemo(() => (asked === null ? noPrompts : promptsFor(prompts, asked)), [prompts, asked]);
  const [isClosed, setClosed] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const [filling, setFilling] = useState<Prompt | null>(null);
  /** The option that was chosen with the arrow keys or the pointer, for a query. */
  const [pointed, setPointed] = useState<{ asked: string | null; at: number } | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();

  // Without prompts, it says so for "/" alone. What is typed after it is text.
  const isOpen = asked !== null && !isClosed && !isLeft && !filling && (found.length > 0 || asked === '');
  const count = found.length + 1;
  // "Manage prompts" is never chosen by default: Enter would then leave the chat.
  const at = pointed?.asked === asked ? pointed.at : found.length > 0 ? 0 : -1;
  const optionId = (option: number) => `${id}-${option}`;

  const insert = (inserted: string) => {
    // What is inserted may begin with "/", too.
    flushSync(() => {
      setFilling(null);
      setClosed(true);
    });
    if (!replaceText(input.current, inserted)) onText(inserted);
  };
  const choose = (prompt: Prompt) => {
    if (variablesOf(prompt.text).length > 0) setFilling(prompt);
    else insert(prompt.text);
  };
  const take = (option: number) => {
    const prompt = found[option];
    if (prompt) choose(prompt);
    else document.getElementById(optionId(option))?.click();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || isOfInputMethod(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? count - 1 : at - 1 };
    const to = steps[event.key];
    if (to !== undefined) setPointed({ asked, at: (to + count) % count });
    else if (event.key === 'Escape') setClosed(true);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && at >= 0) take(at);
    else return;
    event.preventDefault();
    // Otherwise Enter would send, and Escape stop the answer.
    event.stopPropagation();
  });
  const onLeave = useEffectEvent((target: EventTarget | null) => {
    if (target instanceof Node && !place.current?.contains(target) && !input.current?.contains(target)) setLeft(true);
  });
  useEffect(() => {
    const box = input.current;
    const listeners = new AbortController();
    const { signal } = listeners;
    // On the box itself, so that it does not act on the key as well, and around the list, which can have the focus, too.
    const elements: (HTMLElement | null)[] = [box, place.current];
    for (const element of elements) element?.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    box?.addEventListener('focus', () => setLeft(false), { signal });
    box?.addEventListener('focusout', ({ relatedTarget }) => onLeave(relatedTarget), { signal });
    document.addEventListener('pointerdown', ({ target }) => onLeave(target), { signal });
    return () => listeners.abort();
  }, [input]);

  const active = isOpen && at >= 0 ? optionId(at) : null;
  useEffect(() => {
    const box = input.current;
    if (!box || !isOpen) return;
    const attributes = { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', 'aria-controls': id };
    for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) box.removeAttribute(name);
    };
  }, [input, isOpen, id]);
  useEffect(() => {
    const box = input.current;
    if (!box || active === null) return;
    box.setAttribute('aria-activedescendant', active);
    document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
    return () => box.removeAttribute('aria-activedescendant');
  }, [input, active]);
  const height = useRoomAbove(place, isOpen);

  return (
    <div ref={place} className="relative z-(--z-sticky)">
      <p role="status" className="sr-only">
        {isOpen && found.length > 0 && texts.count(found.length)}
      </p>
      {isOpen && (
        <div
          style={{ maxHeight: height }}
          className="absolute inset-x-0 bottom-2 flex animate-fade-in flex-col overflow-hidden rounded-card border border-border bg-surface-raised text-left shadow-float"
        >
          {found.length === 0 && <NothingYet query={query} />}
          <div
            id={id}
            role="listbox"
            // A scrolling area must be reachable by keyboard.
            tabIndex={0}
            aria-label={texts.label}
            className="scroll-area min-h-0 flex-1 p-1 focus-visible:-outline-offset-2"
          >
            {found.map((prompt, option) => (
              <PromptOption
                key={prompt.id}
                id={optionId(option)}
                prompt={prompt}
                isActive={option === at}
                onPoint={() => setPointed({ asked, at: option })}
                onChoose={() => choose(prompt)}
              />
            ))}
            <PageLink
              id={optionId(found.length)}
              role="option"
              aria-selected={at === found.length}
              tabIndex={-1}
              href={promptsPage}
              onMouseMove={() => setPointed({ asked, at: found.length })}
              className={clsx(
                optionClass,
                'flex items-center gap-2.5 text-sm text-text-muted',
                at === found.length && activeClass,
              )}
            >
              <Settings2 className="icon" aria-hidden />
              {texts.manage}
            </PageLink>
          </div>
        </div>
      )}
      {filling && (
        <FillDialog
          prompt={filling}
          onInsert={insert}
          onClose={() => {
            setClosed(true);
            setFilling(null);
          }}
        />
      )}
    </div>
  );
}

const optionClass = 'min-h-10 scroll-my-1 rounded-control px-3 py-2 no-underline';
const activeClass = 'bg-surface-hover text-text! forced-colors:outline-2';

function PromptOption(props: {
  id: string;
  prompt: Prompt;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  const { name, text, published } = props.prompt;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the message box has the focus and handles keys
    // biome-ignore lint/a11y/useFocusableInteractive: the message box names it as its active descendant
    <div
      id={props.id}
      role="option"
      aria-selected={props.isActive}
      // The message box keeps the focus.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onClick={props.onChoose}
      onMouseMove={props.onPoint}
      className={clsx(optionClass, 'cursor-pointer', props.isActive && activeClass)}
    >
      <span className="flex items-center gap-2">
        <span dir="auto" className="min-w-0 truncate font-medium text-[0.875rem]">
          {name}
        </span>
        {published && <Badge className="h-5.5!">{texts.published}</Badge>}
      </span>
      <span dir="auto" className="block truncate text-sm text-text-muted">
        {text}
      </span>
    </div>
  );
}

/** Why there are no options: they are loading, cannot be read, or there are none. */
function NothingYet({ query }: { query: ReturnType<typeof usePrompts> }) {
  return (
    <div className="px-4 pt-3 pb-1 text-sm text-text-muted" role="status">
      {query.data ? (
        texts.none
      ) : query.isError ? (
        <>
          {errorText(query.error)} <TextButton onClick={() => void query.refetch()}>{texts.again}</TextButton>
        </>
      ) : (
        <span className="animate-late">{texts.loading}</span>
      )}
    </div>
  );
}

/** The height that a list above an element can have, in pixels. It follows the size of the window, which a phone's keyboard changes. */
function useRoomAbove(place: RefObject<HTMLElement | null>, isOpen: boolean): number {
  const [height, setHeight] = useState(largestPx);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const measure = () => {
      const top = place.current?.getBoundingClientRect().top ?? 0;
      setHeight(Math.max(120, Math.min(largestPx, top - abovePx)));
    };
    measure();
    // The place of the box settles after the new size of the window.
    const measureSoon = () => requestAnimationFrame(measure);
    window.addEventListener('resize', measureSoon);
    return () => window.removeEventListener('resize', measureSoon);
  }, [place, isOpen]);
  return height;
}
