import { afterAll, expect, onTestFinished, test } from 'vitest';
import { zipBomb, zipOf } from '../../testing/zip.ts';
import { createFileReader } from '../file-reader.ts';
import { readingLimits } from '../reading-limits.ts';

const reader = createFileReader({ ...readingLimits, milliseconds: 60_000 });
afterAll(() => reader.close());

const chapter = (body: string) =>
  `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`;
const bookOf = (parts: Readonly<Record<string, string>> = {}) =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="O/book.opf"/></rootfiles></container>',
    'O/book.opf': `<package><metadata xmlns:dc="d"><dc:title>The tides</dc:title><dc:creator>Ann Bo</dc:creator></metadata>
<manifest><item id="b" href="b.xhtml"/><item id="a" href="t/a%20x.xml"/><item id="n" href="n.xhtml"/><item id="m" href="none.xhtml"/></manifest>
<spine><itemref idref="n" linear="no"/><itemref idref="a"/><itemref idref="b"/><itemref idref="m"/></spine></package>`,
    'O/t/a x.xml': chapter('<h1>One</h1><p><a id="x"/>The <i/>sea.</p><img src="a.png"/>'),
    'O/b.xhtml': chapter('<h1>Two</h1><p>The shore&nbsp;&amp; more.</p>'),
    'O/n.xhtml': chapter('<p>A note</p>'),
    ...parts,
  });

test('the chapters of a book are read in its order, then what is beside it', async () => {
  expect(await reader.read(await bookOf(), 'epub')).toMatchObject({
    title: 'The tides',
    pages: [{ text: 'By Ann Bo\n\n# One\n\nThe sea.\n\n# Two\n\nThe shore\u00a0& more.\n\nA note' }],
    without: ['1 picture', '1 missing chapter'],
  });
});

test('a book that is protected, empty or hostile says so', async () => {
  const encryption = (uri: string, algorithm: string) =>
    `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="${uri}"/></CipherData></EncryptedData></encryption>`;
  const problemOf = async (parts: Readonly<Record<string, string>>) => reader.read(await bookOf(parts), 'epub');
  expect(await problemOf({ 'META-INF/encryption.xml': encryption('O/b.xhtml', 'aes256-cbc') })).toMatchObject({
    problem: 'This book is protected against copying, so it cannot be read.',
  });
  expect(
    await problemOf({ 'META-INF/encryption.xml': encryption('O/a.ttf', 'http://www.idpf.org/2008/embedding') }),
  ).toMatchObject({ state: 'ready' });
  expect(await problemOf({ 'O/book.opf': '<package/>' })).toMatchObject({
    problem: 'This book has no text in its chapters.',
  });
  const small = createFileReader({ ...readingLimits, milliseconds: 60_000, unpackedMegabytes: 2 });
  onTestFinished(() => small.close());
  expect(await small.read(await zipBomb(3 * 1024 * 1024, 'META-INF/container.xml'), 'epub')).toMatchObject({
    problem: 'This file unpacks to more than 2 MB, which is too much to read.',
  });
});
