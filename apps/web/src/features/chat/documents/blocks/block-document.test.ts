import { documentTitleSchema } from '@noek/contract/documents/schemas';
import { expect, test } from 'vitest';
import { asDocumentTitle, kindOfBlock, titleOfBlock } from './block-document.ts';

test.each([
  ['html', '<p>', 'html'],
  ['HTML', '<p>', 'html'],
  ['jsx', 'x', 'react'],
  ['mjs', 'x', 'javascript'],
  ['py', 'x', 'python'],
  ['rust', 'x', null],
  ['html', '  \n', null],
  [null, 'x', null],
  ['md', 'line\n'.repeat(15).trimEnd(), null],
  ['md', 'line\n'.repeat(16).trimEnd(), 'markdown'],
])('a block of %s with %j makes the kind %s', (language, code, kind) => {
  expect(kindOfBlock(code, language)).toBe(kind);
});

const title = (block: Partial<Parameters<typeof titleOfBlock>[0]>) =>
  titleOfBlock({ kind: 'javascript', code: 'x', info: '', heading: null, question: null, ...block });

test('the title is what the block calls itself, its file, the heading above it, the question, or its kind', () => {
  expect(title({ kind: 'html', code: '<head><title> Tea &amp; cake </title></head><h1>No</h1>' })).toBe('Tea & cake');
  expect(title({ kind: 'html', code: '<h1 class="a">Walnut <b>cake</b></h1>' })).toBe('Walnut cake');
  expect(title({ kind: 'svg', code: '<svg><title>A star</title></svg>' })).toBe('A star');
  expect(title({ kind: 'markdown', code: 'Dear all\n\n## The **plan** ##\n' })).toBe('The plan');
  expect(title({ kind: 'mermaid', code: '---\ntitle: Night train\n---\ngraph TD' })).toBe('Night train');
  expect(title({ info: 'title="src/walk.js"' })).toBe('src/walk.js');
  expect(title({ info: '{3-4} app.tsx' })).toBe('app.tsx');
  expect(title({ code: '// lib/walk.js — walks\nwalk()' })).toBe('lib/walk.js');
  expect(title({ heading: 'Step two', question: 'How?' })).toBe('Step two');
  expect(title({ question: 'How do I walk?\nMore' })).toBe('How do I walk?');
  expect(title({ question: 'word '.repeat(40) })).toMatch(/^(word ){10,}word…$/);
  expect(title({})).toBe('JavaScript');
});

test.each([
  'a\u202Eb\nc',
  '  ',
  '\u0000\u0007',
  'x'.repeat(500),
  `${'x'.repeat(198)}😀${'x'.repeat(20)}`,
  '\u2067שלום\u2069',
  '‏',
])('whatever a title contains, the document can be made: %j', (text) => {
  const shown = asDocumentTitle(text) || 'Page';
  expect(documentTitleSchema.parse(shown)).toBe(shown);
});
