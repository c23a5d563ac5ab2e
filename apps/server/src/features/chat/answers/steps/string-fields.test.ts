import { expect, test } from 'vitest';
import { StringFields } from './string-fields.ts';

const values = {
  title: 'A “plan” \\ for\ttwo 😀',
  other: { title: 'not this', list: ['"', { content: 'nor this' }] },
  kind: 'html',
  count: 3,
  content: '<p class="a">{[,:]}</p>\n\u2028\u0000 \\u0041 🎉',
};

/** The JSON with every character beyond ASCII as an escape, so that surrogates come in two. */
const escaped = JSON.stringify(values).replace(
  /[^ -~]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

function read(parts: readonly string[]) {
  const texts: Record<string, string> = {};
  const whole: string[] = [];
  const fields = new StringFields((field, text, isWhole) => {
    texts[field] = (texts[field] ?? '') + text;
    if (isWhole) whole.push(field);
  });
  for (const part of parts) fields.take(part);
  return { texts, whole };
}

const { title, kind, content } = values;
const expected = { texts: { title, kind, content }, whole: ['title', 'kind', 'content'] };

test.each([JSON.stringify(values), JSON.stringify(values, null, 2), escaped])(
  'the texts of an object are the same, wherever it is cut',
  (json) => {
    for (let at = 0; at <= json.length; at++) expect(read([json.slice(0, at), json.slice(at)])).toEqual(expected);
    expect(read(json.split(''))).toEqual(expected);
  },
);

test('a text is read before its end', () => {
  expect(read(['{"content":"one\\ntw'])).toEqual({ texts: { content: 'one\ntw' }, whole: [] });
});

test('what is no object brings nothing', () => {
  for (const text of ['', '"title"', '[["title","a"]]', '}}]"', 'title: a', '{"title":\\'])
    expect(read([text]).texts).toEqual({});
});

test('an escape that does not exist is left out', () => {
  expect(read(['{"content":"a\\qb\\u12g4c"}']).texts).toEqual({ content: 'abc' });
});
