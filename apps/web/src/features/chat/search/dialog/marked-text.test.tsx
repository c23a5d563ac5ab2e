// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MarkedText } from './marked-text.tsx';

afterEach(cleanup);

test.each<[string, [number, number][], string, string[]]>([
  ['no hit at all', [], 'no hit at all', []],
  [
    'lit the lantern',
    [
      [0, 3],
      [8, 7],
    ],
    'lit the lantern',
    ['lit', 'lantern'],
  ],
  [
    'overlapping',
    [
      [0, 4],
      [2, 4],
      [3, 2],
    ],
    'overlapping',
    ['over', 'la'],
  ],
  ['<b>markup</b>', [[3, 6]], '<b>markup</b>', ['markup']],
])('%j with the hits %j', (snippet, marks, text, marked) => {
  const { container } = render(<MarkedText snippet={snippet} marks={marks} />);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(marked);
});
