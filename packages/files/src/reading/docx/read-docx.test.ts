import { expect, test } from 'vitest';
import { docxOf, paragraph, relationships } from '../../testing/office.ts';
import { field, inParagraph, readWord, run, tableRow, wordText } from '../../testing/word.ts';
import { zipOf } from '../../testing/zip.ts';
import { readingLimits } from '../reading-limits.ts';
import { readDocx } from './read-docx.ts';

const body = paragraph('Body');
const header = (content: string) => `<w:hdr>${content}</w:hdr>`;
const footer = (content: string) => `<w:ftr>${content}</w:ftr>`;

test('headers and footers are given once, before and after the body', async () => {
  const links = [
    { id: 'h1', type: 'header', target: 'header1.xml' },
    { id: 'h2', type: 'header', target: 'header2.xml' },
    { id: 'hf', type: 'header', target: 'first.xml' },
    { id: 'he', type: 'header', target: 'even.xml' },
    { id: 'f1', type: 'footer', target: 'footer1.xml' },
    { id: 'f2', type: 'footer', target: 'footer2.xml' },
  ] as const;
  const parts = {
    'word/header1.xml': header(paragraph('Contract 17')),
    'word/header2.xml': header(paragraph('Contract 17')),
    'word/first.xml': header(paragraph('Cover')),
    'word/even.xml': header(paragraph('Never shown')),
    'word/footer1.xml': footer(paragraph('Not binding')),
    'word/footer2.xml': footer(
      inParagraph(run('Page ') + field('PAGE', run('3')) + run(' of ') + field('NUMPAGES', run('9'))),
    ),
  };
  const section = (rest: string) => `<w:sectPr>${rest}</w:sectPr>`;
  const first = section(
    '<w:headerReference w:type="default" r:id="h1"/><w:headerReference w:type="first" r:id="hf"/><w:headerReference w:type="even" r:id="he"/><w:footerReference w:type="default" r:id="f1"/><w:titlePg/>',
  );
  const second = section(
    '<w:headerReference w:type="default" r:id="h2"/><w:footerReference w:type="default" r:id="f2"/>',
  );
  expect(await wordText(inParagraph(run('One'), first) + body + second, { links, parts })).toBe(
    'Cover\n\nContract 17\n\nOne\n\nBody\n\nNot binding',
  );
  expect(
    await wordText(body + first.replace('<w:titlePg/>', ''), {
      links: [...links, { id: 's', type: 'settings', target: 'settings.xml' }],
      parts: { ...parts, 'word/settings.xml': '<w:settings><w:evenAndOddHeaders/></w:settings>' },
    }),
  ).toBe('Contract 17\n\nNever shown\n\nBody\n\nNot binding');
});

test('a footer that differs in the number of its page alone is given once', async () => {
  const page = (number: string) => footer(inParagraph(run('Ada Ltd, page ') + field('PAGE', run(number))));
  const section = (id: string) => `<w:sectPr><w:footerReference r:id="${id}"/></w:sectPr>`;
  expect(
    await wordText(inParagraph(run('One'), section('a')) + body + section('b'), {
      links: [
        { id: 'a', type: 'footer', target: 'a.xml' },
        { id: 'b', type: 'footer', target: 'b.xml' },
      ],
      parts: { 'word/a.xml': page('3'), 'word/b.xml': page('7') },
    }),
  ).toBe('One\n\nBody\n\nAda Ltd, page …');
});

test('notes are numbered as the settings or a section say', async () => {
  const parts = {
    'word/endnotes.xml': `<w:endnotes><w:endnote w:id="1">${paragraph('Source')}</w:endnote></w:endnotes>`,
  };
  const noted = inParagraph(`${run('a')}<w:r><w:endnoteReference w:id="1"/></w:r>`);
  const properties = '<w:endnotePr><w:numFmt w:val="decimal"/><w:numStart w:val="4"/></w:endnotePr>';
  expect(await wordText(`${noted}<w:sectPr>${properties}</w:sectPr>`, { parts })).toBe('a[4]\n\n[4] Source');
  const settings = { 'word/settings.xml': `<w:settings>${properties}</w:settings>` };
  expect(await wordText(noted, { parts: { ...parts, ...settings } })).toBe('a[4]\n\n[4] Source');
});

test('footnotes and endnotes are numbered as Word does, and their texts follow', async () => {
  const links = [
    { id: 'n', type: 'footnotes', target: 'footnotes.xml' },
    { id: 'e', type: 'endnotes', target: 'endnotes.xml' },
  ] as const;
  const parts = {
    'word/footnotes.xml': `<w:footnotes><w:footnote w:type="separator" w:id="-1">${paragraph('line')}</w:footnote><w:footnote w:id="7">${paragraph('Second')}</w:footnote><w:footnote w:id="8">${paragraph('First')}</w:footnote><w:footnote w:id="9">${paragraph('Starred')}</w:footnote></w:footnotes>`,
    'word/endnotes.xml': `<w:endnotes><w:endnote w:id="1">${paragraph('Source')}</w:endnote></w:endnotes>`,
  };
  const note = (id: string) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
  const starred = '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="9"/><w:t>*</w:t></w:r>';
  expect(
    await wordText(
      inParagraph(
        `${run('a')}${note('8')}${run('b')}${note('7')}${run('c')}${starred}${run('d')}<w:r><w:endnoteReference w:id="1"/></w:r>`,
      ),
      { links, parts },
    ),
  ).toBe('a[1]b[2]c[*]d[i]\n\n[1] First\n[2] Second\n[*] Starred\n[i] Source');
});

test('comments are where they were made, with who made them', async () => {
  const links = [{ id: 'c', type: 'comments', target: 'comments.xml' }] as const;
  const parts = {
    'word/comments.xml': `<w:comments><w:comment w:id="3" w:author="Ada">${paragraph('Too')}${paragraph('low')}</w:comment></w:comments>`,
  };
  const comment = '<w:commentRangeEnd w:id="3"/><w:r><w:commentReference w:id="3"/></w:r>';
  expect(await wordText(inParagraph(`${run('500 euros')}${comment}${run(' a month')}`), { links, parts })).toBe(
    '500 euros [Comment by Ada: Too low] a month',
  );
  expect(await wordText(inParagraph(`${run('The ')}${comment}${run('price')}`), { links, parts })).toBe(
    'The [Comment by Ada: Too low] price',
  );
});

test('the main part is where the document says, and its links are relative to it', async () => {
  const file = await zipOf({
    '_rels/.rels': relationships([{ id: 'a', type: 'officeDocument', target: '/text/Main.xml' }]),
    'text/main.xml': `<document><body><p><r><t>Found</t></r><r><footnoteReference id="1"/></r></p></body></document>`,
    'text/_rels/main.xml.rels': relationships([{ id: 'n', type: 'footnotes', target: 'my%20notes.xml' }]),
    'text/my notes.xml': '<footnotes><footnote id="1"><p><r><t>Note</t></r></p></footnote></footnotes>',
    'word/document.xml': '<document><body><p><r><t>Decoy</t></r></p></body></document>',
  });
  expect((await readDocx(new Uint8Array(file), readingLimits)).pages[0]?.text).toBe('Found[1]\n\n[1] Note');
});

test('headings by their style, its name or their own level; titles too', async () => {
  const style = (id: string, rest: string) => `<w:style w:type="paragraph" w:styleId="${id}">${rest}</w:style>`;
  const styles = `<w:styles>${style('a', '<w:name w:val="heading 2"/>')}${style('b', '<w:name w:val="Mine"/><w:basedOn w:val="a"/>')}${style('c', '<w:name w:val="TOC Heading"/><w:basedOn w:val="a"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>')}${style('d', '<w:name w:val="Title"/>')}${style('e', '<w:name w:val="Clause"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr>')}</w:styles>`;
  const styled = ['a', 'b', 'c', 'd', 'e'].map((id) => paragraph(id, id)).join('');
  expect(
    await wordText(styled + inParagraph(run('f'), '<w:outlineLvl w:val="0"/>'), {
      links: [{ id: 's', type: 'styles', target: 'styles.xml' }],
      parts: { 'word/styles.xml': styles },
    }),
  ).toBe('## a\n\n## b\n\nc\n\n# d\n\n### e\n\n# f');
});

test('code keeps its indentation, and a large first letter its word', async () => {
  const code = (text: string) => inParagraph(run(text, '<w:rFonts w:ascii="Courier New"/>'));
  expect(await wordText(code('def f():') + code('    return 1') + paragraph('  Text'))).toBe(
    'def f():\n    return 1\n\nText',
  );
  expect(await wordText(inParagraph(run('O'), '<w:framePr w:dropCap="drop"/>') + paragraph('nce upon a time'))).toBe(
    'Once upon a time',
  );
});

test('inserted documents: pages, texts and Word documents are read, others are named', async () => {
  const inner = await docxOf(`${paragraph('Inner')}<w:altChunk r:id="x"/>`, {
    parts: {
      'word/_rels/document.xml.rels': relationships([{ id: 'x', type: 'aFChunk', target: 'deep.docx' }]),
      'word/deep.docx': await docxOf(paragraph('Too deep')),
    },
  });
  const mime =
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b1"\r\n\r\n--b1\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Gr=C3=BC=C3=9Fe =\r\nall</p>\r\n--b1--';
  const chunks = {
    'a.html': '<html><head><title>No</title></head><body><h2>Part</h2><p>Page &amp; text</p></body></html>',
    'b.mht': mime,
    'c.txt': 'Plain\n\nlines',
    'd.docx': inner,
    'e.rtf': '{\\rtf1 Hidden}',
    'f.htm': Buffer.from('<p>Se\u00f1or \u0080</p>', 'latin1'),
  };
  const names = Object.keys(chunks);
  const file = await readWord(paragraph('Cover') + names.map((name) => `<w:altChunk r:id="${name}"/>`).join(''), {
    links: names.map((name) => ({ id: name, type: 'aFChunk', target: name })),
    parts: Object.fromEntries(Object.entries(chunks).map(([name, content]) => [`word/${name}`, content])),
  });
  expect(file.pages[0]?.text).toBe(
    'Cover\n\n## Part\n\nPage & text\n\nGrüße all\n\nPlain\n\nlines\n\nInner\n\nSeñor €',
  );
  expect(file.without).toEqual(['1 inserted Word document', '1 inserted RTF document']);
});

test('what a document takes from elsewhere is not read, but named', async () => {
  const links = [
    { id: 'a', type: 'aFChunk', target: 'file:///etc/passwd', external: true },
    { id: 'b', type: 'subDocument', target: 'chapter.docx', external: true },
  ] as const;
  expect(await readWord(`${body}<w:altChunk r:id="a"/><w:subDoc r:id="b"/>`, { links })).toMatchObject({
    pages: [{ text: 'Body' }],
    without: ['2 parts that are in other files'],
  });
});

test('a document with a damaged part beside its text is read, and the part is named', async () => {
  const note = inParagraph(`${run('Text')}<w:r><w:footnoteReference w:id="1"/><w:commentReference w:id="1"/></w:r>`);
  const parts = {
    'word/styles.xml': '<w:styles><w:style',
    'word/numbering.xml': '<w:numbering></w:num>',
    'word/footnotes.xml': `<w:footnotes><w:footnote w:id="1">${paragraph('Note')}</w:footnote><w:foot`,
    'word/comments.xml': '<w:comments><w:comment>',
    'word/h.xml': '<w:hdr><w:p></w:r>',
  };
  const links = [{ id: 'h', type: 'header', target: 'h.xml' }] as const;
  expect(await readWord(`${note}<w:sectPr><w:headerReference r:id="h"/></w:sectPr>`, { links, parts })).toMatchObject({
    pages: [{ text: 'Text[1]\n\n[1] Note' }],
    without: ['the numbers of lists', 'some comments', 'some footnotes', 'a header or footer'],
  });
});

test('a long document is read up to the limit, with its headers', async () => {
  const file = await docxOf(Array.from({ length: 1000 }, (_, at) => paragraph(`Line ${at}`)).join(''));
  const read = await readDocx(new Uint8Array(file), { ...readingLimits, characters: 100 });
  expect(read).toMatchObject({ characters: 100, leftOut: 'Only the first 100 characters were read.' });
});

test('alternatives around paragraphs, and content controls around everything', async () => {
  const alternatives = `<mc:AlternateContent><mc:Choice>${paragraph('New')}</mc:Choice><mc:Fallback>${paragraph('Old')}<w:tbl>${tableRow('x')}</w:tbl></mc:Fallback></mc:AlternateContent>`;
  expect(
    await wordText(
      `<w:sdt><w:sdtPr><w:alias w:val="All"/></w:sdtPr><w:sdtContent>${alternatives}${body}</w:sdtContent></w:sdt>`,
    ),
  ).toBe('New\n\nBody');
});

test('a document that is nested without end says so', async () => {
  await expect(wordText(`<w:p>${'<w:ins>'.repeat(2000)}${'</w:ins>'.repeat(2000)}</w:p>`)).rejects.toThrow(
    'This document is nested too deeply.',
  );
});

test('a document without text says what it has', async () => {
  await expect(wordText('<w:p/>')).rejects.toThrow('This document has no text.');
  await expect(
    wordText('<w:p><w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r></w:p>'),
  ).rejects.toThrow('This document has no text, only 1 embedded file.');
});
