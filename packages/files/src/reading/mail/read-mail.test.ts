import { afterAll, expect, test } from 'vitest';
import { createFileReader } from '../file-reader.ts';
import { readingLimits } from '../reading-limits.ts';

const reader = createFileReader({ ...readingLimits, milliseconds: 60_000 });
afterAll(() => reader.close());
const read = (mail: string) => reader.read(Buffer.from(mail.replace(/\n/g, '\r\n'), 'latin1'), 'eml');
const header = `From: =?utf-8?Q?M=C3=BCller?= <m@x.example>
To: Bo <bo@x.example>, c@x.example
Date: Fri, 1 May 2026 10:00:00 +0200
Subject: =?windows-1252?Q?Preis_5_=80?=
MIME-Version: 1.0
`;
const written = `From: Müller <m@x.example>
To: Bo <bo@x.example>, c@x.example
Date: Fri, 1 May 2026 10:00:00 +0200
Subject: Preis 5 €`;
const part = (type: string, body: string, more = '') => `--b\nContent-Type: ${type}\n${more}\n${body}\n`;
const mixed = (...parts: string[]) =>
  `${header}Content-Type: multipart/mixed; boundary="b"\n\n${parts.join('')}--b--\n`;

test('a mail has its header, its text, attachments that are text, and the names of others', async () => {
  const mail = mixed(
    part('text/plain; charset=iso-8859-1', 'Gr\xfc\xdfe\nAnn'),
    part('text/csv; name="a.csv"', 'x,y\n1,2', 'Content-Disposition: attachment; filename="a.csv"\n'),
    part(
      'application/pdf',
      'JVBERg==',
      'Content-Disposition: attachment; filename="b.pdf"\nContent-Transfer-Encoding: base64\n',
    ),
    part(
      'image/png',
      'iVBORw==',
      'Content-Disposition: inline; filename="logo.png"\nContent-Transfer-Encoding: base64\n',
    ),
  );
  expect(await read(mail)).toMatchObject({
    title: 'Preis 5 €',
    pages: [{ text: `${written}\n\nGrüße\nAnn\n\n## Attachment a.csv\n\nx,y\n1,2` }],
    without: ['1 attachment: b.pdf', '1 picture'],
  });
});

test('a mail without plain text, or whose plain text only refers to the page, is read as its page', async () => {
  const page = '<html><body><h1>Offer</h1><p>All of the words of the page are here.</p></body></html>';
  expect(await read(`${header}Content-Type: text/html\n\n${page}`)).toMatchObject({
    pages: [{ text: `${written}\n\n# Offer\n\nAll of the words of the page are here.` }],
  });
  const mail = mixed(part('text/plain', 'Look.'), part('text/html', page)).replace('/mixed', '/alternative');
  expect(await read(mail)).toMatchObject({ pages: [{ text: expect.stringContaining('# Offer') }] });
});

test('bytes beyond ASCII without an encoding are read, and what a saved page needs is no text', async () => {
  const plain = 'From: a@x.example\nDate: x\nMIME-Version: 1.0\n\nGr\xfc\xdfe aus K\xf6ln';
  expect(await read(plain)).toMatchObject({ pages: [{ text: expect.stringContaining('Grüße aus Köln') }] });
  const saved = mixed(part('text/html', '<p>Page</p>'), part('text/css', 'a { color: red }')).replace(
    '/mixed',
    '/related',
  );
  expect(await read(saved)).toMatchObject({ pages: [{ text: `${written}\n\nPage` }], without: [] });
});

test('hostile mails end', async () => {
  const nested = Array.from({ length: 500 }, (_, at) => `Content-Type: multipart/mixed; boundary="${at}"\n\n--${at}\n`);
  expect(await read(header + nested.join(''))).toHaveProperty('state');
  expect(await read(mixed(part('text/plain', 'x').repeat(20_000)))).toHaveProperty('state');
  expect(await read(`${header}${'X: y\n'.repeat(100_000)}\nx`)).toHaveProperty('state');
});
