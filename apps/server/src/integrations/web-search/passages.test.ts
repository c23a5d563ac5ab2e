import { expect, test } from 'vitest';
import { passagesFor } from './passages.ts';

const filler = (n: number) => `Paragraph ${n} is about the weather in the mountains and nothing else.`;
const page = [
  'The introduction of the page.',
  ...Array.from({ length: 30 }, (_, i) => filler(i)),
  '## Prizes',
  'Marie Curie won the Nobel Prize in Physics in 1903, and the one in Chemistry in 1911.',
  ...Array.from({ length: 30 }, (_, i) => filler(i + 30)),
].join('\n\n');

test('takes the passages that fit the question, with their headings, in the order of the page', () => {
  const { text, best } = passagesFor('When did Marie Curie win Nobel prizes?', page, 300);
  expect(text).toContain('## Prizes\nMarie Curie won the Nobel Prize');
  expect(text.startsWith('The introduction of the page.\n\n')).toBe(true);
  expect(text.length).toBeLessThanOrEqual(300);
  expect(text).toContain('\n\n[…]\n\n');
  expect(text.endsWith('[…]')).toBe(true);
  expect(best).toContain('in 1903');
});

test('takes the beginning when nothing fits, and everything when there is room', () => {
  expect(passagesFor('zebra', page, 200).best).toBe('The introduction of the page.');
  expect(passagesFor('zebra', page, 100_000).text).toBe(page.replace('## Prizes\n\n', '## Prizes\n'));
});

test('cuts long paragraphs between sentences, and text without any', () => {
  const long = Array.from({ length: 100 }, (_, i) => `Sentence ${i} says that number ${i} is a number.`).join(' ');
  const { text, best } = passagesFor('Sentence 77', long, 1_000);
  expect(text).toContain('Sentence 77 says');
  expect(text.length).toBeLessThanOrEqual(1_000);
  expect(best.length).toBeLessThanOrEqual(402);
  expect(passagesFor('x', 'x'.repeat(500_000), 1_000).text.length).toBeLessThanOrEqual(1_000);
  expect(passagesFor('x', '', 1_000)).toEqual({ text: '', best: '' });
});

test('compares words without case, accents and endings, in any script', () => {
  const text = 'Über Bäume.\n\nEin Satz.\n\n東京の天気。\n\nWalnut cakes.';
  expect(passagesFor('UBER BAUME', text, 100).best).toBe('Über Bäume.');
  expect(passagesFor('cake walnuts', text, 100).best).toBe('Walnut cakes.');
});
