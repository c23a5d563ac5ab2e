import { expect, test } from 'vitest';
import { reasonSchema } from '../admin/schemas.ts';
import { personNameSchema } from '../auth/schemas.ts';
import { createTokenInputSchema } from '../auth/tokens.ts';
import { sendEmailBodySchema } from '../campaigns/schemas.ts';
import { rateInputSchema, updateConversationInputSchema } from '../chat/schemas.ts';
import { searchInputSchema } from '../chat/search.ts';
import { createMemoryInputSchema, updateMemoryInputSchema } from '../memory/schemas.ts';
import { closeReportInputSchema, reportBodySchema, takeDownInputSchema } from '../reports/schemas.ts';
import { isBlank, trimmed } from './characters.ts';

/** Invisible texts. */
const blank = [
  ['nothing', ''],
  ['spaces and line breaks', ' \t\r\n\u00a0\u2003\u3000\u2028'],
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner and non-joiner', '\u200d\u200c'],
  ['a word joiner', '\u2060'],
  ['a soft hyphen', '\u00ad'],
  ['marks of the writing direction', '\u200e\u200f\u061c\u202a\u202e\u202c\u2066\u2069'],
  ['a byte order mark', '\ufeff'],
  ['a combining grapheme joiner and a variation selector', '\u034f\ufe0f'],
  ['tags', '\u{e0001}\u{e0020}\u{e0061}'],
  ['Hangul fillers', '\u3164\u115f\uffa0'],
  ['an empty Braille pattern', '\u2800'],
  ['control characters', '\u0000\u0007\u0085'],
  ['a lone surrogate', '\ud83d'],
  ['several of them', ' \u200b\n\u2060 \u00ad'],
] as const;

/** Texts that are kept as they are: joiners, selectors and marks within them belong to them. */
const visible = [
  'Tea?',
  '.',
  '👩‍🚀',
  '❤️',
  '1️⃣',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  'می‌خواهم',
  'क्‍ष',
  '\u200fمرحبا',
  '한글',
  '⠓⠊',
  '\u0301',
  '\uf8ff',
];

test.each(blank)('%s is blank', (_, text) => {
  expect(isBlank(text)).toBe(true);
  expect(trimmed(text)).toBe('');
});

test.each(visible)('%s is not blank, and stays as it is', (text) => {
  expect(isBlank(text)).toBe(false);
  expect(trimmed(` ${text}\n`)).toBe(text);
});

const memory = { title: 'Tea', content: 'Likes tea.' };
const mail = { recipients: ['ada@example.com'], recipientType: 'selected', subject: 'News', content: 'Hello.' };
/** What a person has to write, with the refusal of a blank one. */
const required = [
  [
    'a title',
    (title: string) => updateConversationInputSchema.safeParse({ conversationId: 1, title }),
    'Enter a title.',
  ],
  [
    "a memory's title",
    (title: string) => createMemoryInputSchema.safeParse({ ...memory, title }),
    'A memory needs a title.',
  ],
  [
    "a memory's text",
    (content: string) => createMemoryInputSchema.safeParse({ ...memory, content }),
    'Write what Noek should remember.',
  ],
  [
    "a changed memory's text",
    (content: string) => updateMemoryInputSchema.safeParse({ id: 'm', content }),
    'Write what Noek should remember.',
  ],
  ['a reason', (reason: string) => reasonSchema.safeParse(reason), 'Give a reason.'],
  [
    'a reason to take a link down',
    (reason: string) => takeDownInputSchema.safeParse({ id: 'r', reason }),
    'Give a reason.',
  ],
  [
    'a note to a report',
    (note: string) => closeReportInputSchema.safeParse({ id: 'r', version: 1, note }),
    'Write a note.',
  ],
  [
    "a mail's subject",
    (subject: string) => sendEmailBodySchema.safeParse({ ...mail, subject }),
    'Please fill in both subject and content.',
  ],
  [
    "a mail's content",
    (content: string) => sendEmailBodySchema.safeParse({ ...mail, content }),
    'Please fill in both subject and content.',
  ],
  ["a person's name", (name: string) => personNameSchema.safeParse(name), 'Enter your name.'],
  ["a token's name", (name: string) => createTokenInputSchema.safeParse({ name }), 'Enter a name.'],
  ['a search', (q: string) => searchInputSchema.safeParse({ q }), 'Write what to look for.'],
] as const;

test.each(required)('%s must show something', (_, parse, refusal) => {
  for (const text of ['', '\u200b', ' \u2060 ', '\u00ad\ufeff'])
    expect(parse(text).error?.issues.map(({ message }) => message)).toEqual([refusal]);
  for (const text of ['Tea', '👩‍🚀', 'می‌خواهم']) expect(parse(text).error).toBeUndefined();
});

test('an invisible text counts as left out where it may be left out', () => {
  const category = '\u200b';
  expect(createMemoryInputSchema.parse({ ...memory, category }).category).toBe('General');
  expect(rateInputSchema.parse({ messageId: 'm', rating: 'bad', reason: '\u2060' }).reason).toBe('');
  expect(reportBodySchema.parse({ reason: 'other', text: '\u200b\n' }).text).toBe('');
});
