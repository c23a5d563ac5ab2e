import { expect, test } from 'vitest';
import { field, inParagraph, readWord, run, wordText } from '../../../testing/word.ts';

const inline = (content: string, extra?: Parameters<typeof wordText>[1]) => wordText(inParagraph(content), extra);

test('tabs, breaks and hyphens keep words apart or together', async () => {
  expect(
    await inline(
      '<w:r><w:t>Total</w:t><w:tab/><w:t>1,200</w:t><w:br/><w:t>10</w:t><w:noBreakHyphen/><w:t>20 co</w:t><w:softHyphen/><w:t>operate</w:t></w:r>',
    ),
  ).toBe('Total\t1,200\n10-20 cooperate');
});

test('raised and lowered text is marked beside other text', async () => {
  const raised = (text: string) => run(text, '<w:vertAlign w:val="superscript"/>');
  const lowered = (text: string) => run(text, '<w:vertAlign w:val="subscript"/>');
  expect(await inline(run('10') + raised('6'))).toBe('10⁶');
  expect(await inline(run('10') + raised('-') + raised('6'))).toBe('10⁻⁶');
  expect(await inline(run('H') + lowered('2') + run('O'))).toBe('H₂O');
  expect(await inline(run('x') + raised('ab'))).toBe('x^ab');
  expect(await inline(run('x') + lowered('i, j'))).toBe('x_(i, j)');
  expect(await inline(run('the 1') + raised('st') + run(' day'))).toBe('the 1st day');
  expect(await inline(run('10') + run('6', '<w:position w:val="6"/>'))).toBe('10⁶');
  expect(await inline(run('a ') + run('logo', '<w:position w:val="6"/>'))).toBe('a logo');
  expect(await inline(raised('Small print 1'))).toBe('Small print 1');
});

test('struck-out text has its marks around all neighbours at once', async () => {
  const struck = (text: string, name = 'strike') => run(text, `<w:${name}/>`);
  expect(await inline(run('To ') + struck('Norway ') + struck('and Sweden') + run(' only'))).toBe(
    'To ~~Norway and Sweden~~ only',
  );
  expect(await inline(struck('gone', 'dstrike'))).toBe('~~gone~~');
  expect(await inline(run('kept', '<w:strike w:val="0"/>'))).toBe('kept');
});

test('tracked changes: what was inserted is text, what was deleted or moved away is named', async () => {
  expect(
    await inline(
      `${run('Term: ')}<w:del><w:r><w:delText>twelve</w:delText></w:r></w:del><w:ins>${run('two')}</w:ins>${run(' years')}`,
    ),
  ).toBe('Term: [deleted: twelve] two years');
  expect(await inline(`${run('colo')}<w:del><w:r><w:delText>u</w:delText></w:r></w:del>${run('r')}`)).toBe(
    'colo[deleted: u]r',
  );
  expect(await inline(`<w:moveFrom>${run('Old place')}</w:moveFrom><w:ins><w:del>${run('x')}</w:del></w:ins>`)).toBe(
    '[moved away: Old place] [deleted: x]',
  );
});

test('hidden text is not given, but named; what is hidden on the web alone is text', async () => {
  const body = inParagraph(run('Seen') + run('secret', '<w:vanish/>') + run(' too', '<w:webHidden/>'));
  expect(await readWord(body)).toMatchObject({ pages: [{ text: 'Seen too' }], without: ['hidden text'] });
  expect(await readWord(inParagraph(run('Seen') + run(' ', '<w:vanish/>')))).toMatchObject({ without: [] });
});

test('fields show their results and not their codes, also within each other and over paragraphs', async () => {
  expect(await inline(run('On ') + field(' DATE \\@ "d MMMM" ', run('5 May')) + run('.'))).toBe('On 5 May.');
  expect(await inline(field('DATE', null) + field('MERGEFIELD Name', null) + run('end'))).toBe('end');
  expect(await inline(field(`IF `, run('yes') + field('REF x', run('3'))))).toBe('yes3');
  expect(
    await inline(field(`IF </w:instrText></w:r>${field('REF x', run('inner'))}<w:r><w:instrText>`, run('shown'))),
  ).toBe('shown');
  expect(await inline(`<w:fldSimple w:instr=" CREATEDATE "><w:r><w:t>11/5/2007</w:t></w:r></w:fldSimple>`)).toBe(
    '11/5/2007',
  );
  const [start, end] = field('TOC', `${run('First')}</w:p><w:p>${run('Second')}`).split('</w:p><w:p>');
  expect(await wordText(inParagraph(start ?? '') + inParagraph(end ?? ''))).toBe('First\n\nSecond');
  expect(await inline(field('SET x "secret"', run('secret')) + run('text'))).toBe('text');
});

test('text after a field without an end is kept', async () => {
  const open = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>';
  expect(await wordText(inParagraph(open) + inParagraph(run('All the')) + inParagraph(run('rest')))).toBe(
    'All the\nrest',
  );
});

test('fields whose code says what they show', async () => {
  expect(await inline(field(' MACROBUTTON NoMacro [Type a name] ', null))).toBe('[Type a name]');
  expect(await inline(field(' SYMBOL 97 \\f "Symbol" ', null))).toBe('α');
  expect(await inline(field(' EQ \\f(1,2) ', null) + run('x'))).toBe('1/2x');
  expect(await inline(field(' EQ \\* jc2 \\* "Font:MS" \\* hps10 \\o\\ad(\\s\\up 9(かな),仮名)', null))).toBe(
    '仮名(かな)',
  );
});

test('fields of forms show their state', async () => {
  const box = (state: string) => field('FORMCHECKBOX', null, `<w:checkBox>${state}</w:checkBox>`);
  expect(await inline(box('<w:default w:val="1"/>') + run(' Owner'))).toBe('☒ Owner');
  expect(await inline(box('<w:default w:val="1"/><w:checked w:val="0"/>') + run(' Guest'))).toBe('☐ Guest');
  expect(await inline(box('<w:checked/>') + run(' Pet'))).toBe('☒ Pet');
  const choice = '<w:ddList><w:result w:val="1"/><w:listEntry w:val="Red"/><w:listEntry w:val="Blue"/></w:ddList>';
  expect(await inline(field('FORMDROPDOWN', null, choice))).toBe('Blue');
  expect(await inline(field('FORMTEXT', run('Ada'), '<w:textInput/>'))).toBe('Ada');
});

test('content controls show their state or their content', async () => {
  const control = (properties: string, content: string) =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  const box = (value: string) => `<w14:checkbox><w14:checked w14:val="${value}"/></w14:checkbox>`;
  expect(await inline(control(box('1'), run('x')) + run(' Yes ') + control(box('0'), run('o')) + run(' No'))).toBe(
    '☒ Yes ☐ No',
  );
  expect(await inline(control('<w:dropDownList/>', run('Berlin')))).toBe('Berlin');
});

test('words with readings and words in the other direction are kept', async () => {
  const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`;
  expect(await inline(ruby + run('駅'))).toBe('東京(とうきょう)駅');
  expect(await inline(`<w:dir w:val="rtl">${run('عقد')}</w:dir><w:bdo w:val="rtl">${run(' 12')}</w:bdo>`)).toBe(
    'عقد 12',
  );
  expect(await inline(`<w:smartTag>${run('Oslo')}</w:smartTag><w:customXml>${run(' city')}</w:customXml>`)).toBe(
    'Oslo city',
  );
});

test('links say where they lead, unless the text does', async () => {
  const links = [
    { id: 'a', type: 'hyperlink', target: 'https://example.org/terms?id=1', external: true },
    { id: 'b', type: 'hyperlink', target: 'mailto:ada@example.org', external: true },
  ] as const;
  const link = (id: string, text: string) => `<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`;
  expect(await inline(link('a', 'the terms') + run(' apply'), { links })).toBe(
    'the terms (https://example.org/terms?id=1) apply',
  );
  expect(await inline(link('a', 'example.org/terms?id=1'), { links })).toBe('example.org/terms?id=1');
  expect(await inline(link('b', 'ada@example.org'), { links })).toBe('ada@example.org');
  expect(await inline(link('a', 'the ') + link('a', 'terms') + link('b', 'mail'), { links })).toBe(
    'the terms (https://example.org/terms?id=1) mail (mailto:ada@example.org)',
  );
  expect(await inline(`<w:hyperlink w:anchor="x">${run('see below')}</w:hyperlink>`)).toBe('see below');
  expect(await inline(field(' HYPERLINK "https://example.org/a" \\l "part" \\o "Tip" ', run('here')))).toBe(
    'here (https://example.org/a#part)',
  );
  expect(await inline(field(' HYPERLINK \\l "_Toc1" ', run('Part 1')))).toBe('Part 1');
});

test('signs of fonts for symbols are the signs that people see', async () => {
  const sign = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`;
  expect(await inline(sign('Wingdings', 'F0FE') + run(' a ') + sign('Wingdings', 'F0A8') + run(' b'))).toBe('☑ a ☐ b');
  expect(await inline(sign('Symbol', 'F0B3') + run('5') + sign('Symbol', '006D'))).toBe('≥5μ');
  expect(await inline(run('\uf0b0C'))).toBe('°C');
  expect(await inline(run('þ', '<w:rFonts w:ascii="Wingdings"/>') + run('Yes'))).toBe('☑Yes');
});

test('an equation is LaTeX, in a line and alone', async () => {
  const equation = '<m:oMath><m:r><m:t>a=b</m:t></m:r></m:oMath>';
  expect(await inline(run('Here ') + equation)).toBe('Here $a=b$');
  expect(await inline(`<m:oMathPara>${equation}</m:oMathPara>`)).toBe('$$a=b$$');
});

test('of alternatives the first one is read, once', async () => {
  const alternatives = (choice: string) =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback><w:t>Old</w:t></mc:Fallback></mc:AlternateContent></w:r>`;
  expect(await inline(alternatives('<w:t>New</w:t>'))).toBe('New');
  expect(await inline(alternatives(''))).toBe('Old');
  // So Word writes an emoji.
  expect(await inline(alternatives('<w16se:symEx w16se:font="Segoe UI Emoji" w16se:char="1F60A"/>'))).toBe('😊');
});
