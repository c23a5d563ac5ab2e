import iconv from 'iconv-lite';
import { afterAll, expect, test } from 'vitest';
import { createFileReader } from '../file-reader.ts';
import { readingLimits } from '../reading-limits.ts';

const reader = createFileReader({ ...readingLimits, milliseconds: 60_000 });
afterAll(() => reader.close());
const read = (bytes: Uint8Array | string, name = 'a.txt') => reader.read(Buffer.from(bytes), 'text', name);

const german = 'Kunde;Straße\nMüller & Söhne;Königsallee – 5 €';
const chinese = '会议纪要：三月预算通过，共二十四万元。';

test.each([
  ['Windows-1252', 'windows-1252', german],
  ['Windows-1252', 'windows-1252', 'À bientôt, élève ! Où êtes-vous ? Ça va très bien, merci.'],
  ['Windows-1252', 'windows-1252', 'Temp: 20°C, 5 µm, £ 3'],
  ['ISO-8859-15', 'iso-8859-15', 'Prix : 20 € pour une œuvre de Noël'],
  ['ISO-8859-2', 'iso-8859-2', 'Zażółć gęślą jaźń, proszę o fakturę. Łódź'],
  ['Windows-1250', 'windows-1250', 'Jó napot kívánok, köszönöm szépen, űrhajó őr'],
  ['CP866', 'cp850', '╔═══╗\n║OK ║\n╚═══╝'],
  ['Mac Roman', 'macroman', 'Müller & Söhne, Königsallee und Größe'],
  ['CP850', 'cp850', 'Müller & Söhne, Königsallee und Größe'],
  ['Windows-1250', 'windows-1250', 'Zażółć gęślą jaźń, proszę. Łódź i Kraków.'],
  ['Windows-1250', 'windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy.'],
  ['Windows-1251', 'windows-1251', 'Договор аренды № 17: до 31 декабря'],
  ['KOI8', 'koi8-r', 'Договор аренды: до 31 декабря'],
  ['CP866', 'cp866', 'Договор аренды: до 31 декабря'],
  ['Windows-1253', 'windows-1253', 'Καλημέρα σας, τι κάνετε σήμερα;'],
  ['Windows-1254', 'windows-1254', 'Günaydın, nasılsınız? İyi akşamlar, şimdi değil.'],
  ['Windows-1255', 'windows-1255', 'שלום לכולם, מה שלומכם היום'],
  ['Windows-1256', 'windows-1256', 'السلام عليكم ورحمة الله'],
  ['Windows-874', 'windows-874', 'สวัสดีครับ ยินดีต้อนรับ'],
  ['Shift_JIS', 'shift_jis', '氏名,部署\n佐藤花子,営業部,12000'],
  ['Shift_JIS', 'shift_jis', 'ﾔﾏﾀﾞ ﾀﾛｳ 株式会社'],
  ['Shift_JIS', 'cp932', '①髙橋㈱,株式会社'],
  ['GB18030', 'gb18030', '价格：€ 20，姓名：𠮷田，㐀字。今天的天气很好。'],
  ['EUC-JP', 'euc-jp', 'これは日本語の文章です。東京都'],
  ['GB18030', 'gb18030', '姓名,城市\n李雷,广州,3500'],
  ['Big5', 'big5', '姓名，城市：臺北市，電話號碼'],
  ['EUC-KR', 'euc-kr', '안녕하세요. 계약서 번호 17번입니다.'],
  ['UTF-16', 'utf-16le', chinese],
  ['UTF-16', 'utf-16be', chinese],
  ['UTF-32', 'utf-32le', german],
])('an encoding without a mark is found and named: %s, %s', async (label, name, text) => {
  expect(await read(iconv.encode(text, name))).toMatchObject({ readAs: label, pages: [{ text }] });
});

test('an encoding with a mark is not guessed, and ISO-2022-JP has marks of its own', async () => {
  for (const name of ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])
    expect(await read(iconv.encode(german, name, { addBOM: true }))).toMatchObject({
      readAs: null,
      pages: [{ text: german }],
    });
  const japanese = Buffer.from('1b2442467c4b5c1b2842206f6b', 'hex');
  expect(await read(japanese)).toMatchObject({ readAs: 'ISO-2022-JP', pages: [{ text: '日本 ok' }] });
});

test('what a text says about its encoding decides between likely ones', async () => {
  for (const [label, name] of [
    ['Windows-1252', 'iso-8859-1'],
    ['Windows-1250', 'windows-1250'],
    ['ISO-8859-15', 'iso-8859-15'],
  ] as const) {
    const text = `<?xml version="1.0" encoding="${name}"?><a>Ü ö é</a>`;
    expect(await read(iconv.encode(text, name))).toMatchObject({ readAs: label, pages: [{ text }] });
  }
});

test('wrong bytes are replaced and counted', async () => {
  const text = `Grüße aus Köln, schöne Straße. ${'line ok\n'.repeat(200)}`;
  const bytes = Buffer.from(text);
  const cut = (at: number) => Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)]);
  expect(await read(cut(40))).toMatchObject({ readAs: 'UTF-8 with 1 bad byte' });
  expect(await read(Buffer.concat([cut(40), cut(50)]))).toMatchObject({ readAs: 'UTF-8 with 2 bad bytes' });
  // A copy of what was wrong before is no wrong byte.
  expect(await read('Grüße \ufffd')).toMatchObject({ readAs: null });
});

test.each([
  ['colours', '\u001b[32m✓\u001b[39m 14 passed\u001b[0m', '✓ 14 passed'],
  ['titles and links', '\u001b]0;title\u0007a \u001b]8;;https://x.example\u001b\\link\u001b]8;;\u001b\\', 'a link'],
  ['moves', 'a\u001b[5Cb\u001b[2;1Hc', 'a b\nc'],
  ['printing over', 'N\bNA\bAM\bME\bE and _\bx', 'NAME and x'],
  ['vertical tabs', 'Agenda:\u000bbudget\u000bhiring', 'Agenda:\nbudget\nhiring'],
  ['fields of FIX', `8=FIX.4.4\u000135=D\u000155=ACME and more text`, '8=FIX.4.4 35=D 55=ACME and more text'],
  ['the end in DOS', 'BOLTS,300\r\n\u001a', 'BOLTS,300'],
  ['padding', 'fan stopped\n\0\0\0\0', 'fan stopped'],
])('what is for programs is taken out, and words stay apart: %s', async (_, text, plain) => {
  expect(await read(text)).toMatchObject({ pages: [{ text: plain }] });
});

const page = `<!DOCTYPE html><html><head><title>Offer</title><style>p{}</style><script>track()</script></head><body>
<h1>Prices &amp; terms</h1><p>Ten<sup>6</sup> for <a href="https://x.example/a">all of us</a>,<br>not <del>one</del>.</p>
<ul><li>One<ol start="3"><li>Inner</ol><li><p>Two</p></ul>
<table><tr><th colspan=2>Name<th>Sum<tr><td rowspan=2>Ann<td>x|y<td>1<tr><td>z<td>2</table>
<table><tr><td>Menu<td><h2>Laid out</h2><p>by a table</p></td></tr></table>
<pre>a  b
  c</pre><blockquote>Said <b>so</b></blockquote><img src="a.png"><img src="b.png" alt="A chart"><p hidden>no</p>
<input type=checkbox checked>Yes<input value="Bo"></body></html>`;

test('a page is read as a browser shows it, if its name says that it is one', async () => {
  expect(await read(page, 'offer.html')).toMatchObject({
    title: 'Offer',
    pages: [
      {
        text: [
          '# Prices & terms',
          'Ten^6 for [all of us](https://x.example/a),\nnot ~~one~~.',
          '- One\n  3. Inner\n- Two',
          '| Name |  | Sum |\n| Ann | x\\|y | 1 |\n|  | z | 2 |',
          'Menu\n\n## Laid out\n\nby a table',
          'a  b\n  c',
          '> Said so',
          'A chart ☑ YesBo',
        ].join('\n\n'),
      },
    ],
    without: ['1 picture', 'the scripts', 'the styles'],
  });
});

test('HTML under another name, parts of pages and templates are given as they are written', async () => {
  expect(await read(page, 'offer.txt')).toMatchObject({ title: null, pages: [{ text: page }], without: [] });
  for (const source of ['<p>A part</p>', '<!doctype html><body>{% block x %}</body>', '# Notes on <html>'])
    expect(await read(source, 'a.html')).toMatchObject({ pages: [{ text: source }] });
});

test('a page without text says what to do, and a hostile one ends', async () => {
  expect(await read('<html><body><div id="app"></div><script>start()</script></body></html>', 'a.html')).toMatchObject({
    problem: 'This page shows its text with scripts, which are not run. Save it as PDF from a browser and add that.',
  });
  for (const part of ['<table><tr><td>', '<div>', '<blockquote>', '<ul><li>', '<b>', '<x', '&#', '<!--', ' \n'])
    expect(await read(`<html>${part.repeat(30_000)}deep`, 'a.html')).toHaveProperty('state');
});
