// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AnswerText, loadMarkdown } from '../markdown/answer-text.tsx';

let motion: boolean;
beforeAll(async () => void (await loadMarkdown()));
beforeEach(() => {
  motion = true;
  vi.useFakeTimers();
  vi.stubGlobal(
    'StaticRange',
    class {
      constructor(given: object) {
        Object.assign(this, given);
      }
    },
  );
  vi.stubGlobal('Highlight', Set);
  vi.stubGlobal('CSS', { highlights: new Map() });
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: motion && /no-preference/.test(query) }) as MediaQueryList,
  );
});
afterEach(() => {
  // Words of one test must not fade in the next one.
  vi.advanceTimersByTime(10_000);
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The text in each state of fading, from the first. */
const fading = () =>
  [0, 1, 2, 3, 4, 5].map((step) =>
    [...((CSS.highlights.get(`answer-fade-${step}`) as unknown as Set<StaticRange>) ?? [])]
      .map(({ startContainer, startOffset, endOffset }) => startContainer.textContent?.slice(startOffset, endOffset))
      .join('|'),
  );
const nothing = ['', '', '', '', '', ''];

function grow() {
  const { rerender, container } = render(<AnswerText text="" growing />);
  const show = (text: string, growing = true) => rerender(<AnswerText text={text} growing={growing} />);
  return { show, container };
}

test('new words fade in, the rest of a word with its beginning, and no element is added for it', () => {
  const { show, container } = grow();
  show('The first');
  show('The first words of an ans');
  expect(fading()).toEqual([' words of an ans', '', '', '', '', '']);
  show('The first words of an answer **now**');
  expect(fading()).toEqual([' |now', ' words of an ans|wer', '', '', '', '']);
  expect(container.querySelectorAll('.prose span:not([data-caret])')).toHaveLength(0);
  vi.advanceTimersByTime(70);
  expect(fading()).toEqual(['', ' |now', ' words of an ans|wer', '', '', '']);
  vi.advanceTimersByTime(6 * 70);
  expect(fading()).toEqual(nothing);
});

test('new blocks fade in, too', () => {
  const { show } = grow();
  show('One.');
  show('One.\n\nTwo\n\n- th');
  expect(fading()[0]?.replace(/[\n|]/g, '')).toBe('Twoth');
});

test('earlier text, missed text, and a complete answer do not fade', () => {
  const { show } = grow();
  show('What was there when the answer appeared');
  expect(fading()).toEqual(nothing);
  show(`What was there when the answer appeared ${'and what was missed '.repeat(40)}`);
  expect(fading()).toEqual(nothing);
  show('Another text', false);
  show('Another text that is complete', false);
  expect(fading()).toEqual(nothing);
});

test('nothing fades for readers who prefer reduced motion', () => {
  motion = false;
  const { show } = grow();
  show('One');
  show('One two');
  expect(fading()).toEqual(nothing);
});
