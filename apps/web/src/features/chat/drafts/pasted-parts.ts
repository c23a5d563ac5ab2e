import { cutWords } from '@noek/contract/text/compared-words';
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** A shorter paste does not count: a name, a number, a word. */
const least = { words: 5, characters: 40 };
/** In characters. In a longer text, the server takes any part for pasted. */
const longText = 400;
/** How many pastes of this page are remembered, for Undo. */
const mostKnown = 50;

/** What was pasted on this page. Undo brings it back without another paste. */
const known: string[] = [];
/** What was copied from a field of this page and had been typed there. */
let copied: string | null = null;

const unified = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

/** Whether a paste is long enough to have another author. */
const counts = (text: string): boolean => cutWords(text).length >= least.words || text.length >= least.characters;

const thatCount = (pasted: readonly string[]): readonly string[] =>
  [...new Set(pasted.map(unified))].filter((part) => part !== copied && counts(part));

/** The pasted parts that count and of which a text still has some words in a row. */
export function partsIn(text: string, pasted: readonly string[]): readonly string[] {
  const parts = thatCount(pasted);
  if (parts.length === 0 || text.length > longText) return parts;
  const wordsOfText = ` ${cutWords(text).join(' ')} `;
  return parts.filter((part) => {
    const words = cutWords(part);
    const length = Math.min(least.words, words.length);
    if (length === 0) return text.includes(part);
    return words.some(
      (_, at) => at + length <= words.length && wordsOfText.includes(` ${words.slice(at, at + length).join(' ')} `),
    );
  });
}

/**
 * Follows a field and tells which parts of its text were pasted or dropped into it and are still there, also after Undo. What was copied from
 * a field of this page, and typed there, is not pasted.
 */
export function usePastedParts(field: {
  input: RefObject<HTMLTextAreaElement | null>;
  text: string;
  parts: readonly string[];
  onParts: (parts: readonly string[]) => void;
}): void {
  const { input, text } = field;
  const copy = useEffectEvent(({ currentTarget }: Event) => {
    const { value, selectionStart, selectionEnd } = currentTarget as HTMLTextAreaElement;
    const selected = unified(value.slice(selectionStart, selectionEnd));
    copied = null;
    if (partsIn(selected, field.parts).length === 0) copied = selected;
  });
  const paste = useEffectEvent((pasted = '') => pasted && field.onParts([...field.parts, pasted]));
  const undo = useEffectEvent(() => field.onParts([...field.parts, ...known]));
  const look = useEffectEvent(() => {
    const { parts } = field;
    if (parts.length === 0) return;
    const left = partsIn(text, parts);
    // Also what is in the text no more: Undo may bring it back.
    known.push(...thatCount(parts).filter((part) => !known.includes(part)));
    known.splice(0, known.length - mostKnown);
    if (left.join() !== parts.join()) field.onParts(left);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part is pasted before the text has it, so only a new text is looked at
  useLayoutEffect(() => look(), [text]);
  useLayoutEffect(() => {
    const listeners = new AbortController();
    let isOwnDrag = false;
    const follow = <Type extends 'copy' | 'cut' | 'paste' | 'dragstart' | 'dragend' | 'drop' | 'input'>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ) => input.current?.addEventListener(type, listener, { signal: listeners.signal });
    const followDrag = ({ type }: DragEvent) => {
      isOwnDrag = type === 'dragstart';
    };
    follow('copy', (event) => copy(event));
    follow('cut', (event) => copy(event));
    follow('paste', ({ clipboardData }) => paste(clipboardData?.getData('text/plain')));
    follow('dragstart', followDrag);
    follow('dragend', followDrag);
    follow('drop', ({ dataTransfer }) => isOwnDrag || paste(dataTransfer?.getData('text/plain')));
    follow('input', (event) => event instanceof InputEvent && event.inputType.startsWith('history') && undo());
    return () => listeners.abort();
  }, [input]);
}
