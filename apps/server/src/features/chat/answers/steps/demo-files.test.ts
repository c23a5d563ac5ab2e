import { describeOnEngines } from '@noek/db/testing/engines';
import { docxOf, paragraph, row, xlsxOf } from '@noek/files/testing/office';
import { pngOf } from '@noek/files/testing/png';
import { expect, test } from 'vitest';
import { createLlm } from '../../../../integrations/llm/create-llm.ts';
import { silentLog, testTuning } from '../../../../integrations/llm/testing/loopback-upstream.ts';
import { createChatCtx, finalMessage, userActor } from '../../../../testing/create-chat-ctx.ts';
import { leaseAsDocx, leaseAsPdf } from '../../../../testing/six-page-lease.ts';
import { addFile } from '../../../files/adding/add-file.ts';
import { sendMessage } from '../../messages/send-message.ts';

describeOnEngines('the demo and one’s own files', (open) => {
  async function begin() {
    const db = await open();
    const llm = await createLlm({ providers: [] }, { log: silentLog }, testTuning);
    const ctx = createChatCtx(db, llm, { actor: await userActor(db) });
    const add = async (name: string, bytes: Uint8Array) =>
      (await addFile(ctx, { name, body: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() })).id;
    async function ask(content: string, ...fileIds: string[]) {
      const { assistantMessage } = await sendMessage(ctx, { conversationId: null, content, fileIds });
      return finalMessage(ctx, assistantMessage.id);
    }
    return { add, ask };
  }

  test('a lease of six pages answers with the sentence that has the figure, and its page', async () => {
    const { add, ask } = await begin();
    const pdf = await add('lease.pdf', leaseAsPdf());
    const docx = await add('lease.docx', await leaseAsDocx());
    for (const [question, sentence, page] of [
      ['How much is the deposit?', '- 4\\. Deposit: It amounts to EUR 3,450,', 3],
      ['How high is the rent?', '- The rent is EUR 1,150 a month without heating.', 2],
      ['When does the lease begin?', '- The lease begins on 1 April 2026', 2],
      ['How long is the notice period?', '- The notice period is three months for the tenants.', 5],
      ['May I keep a dog?', '- Dogs and cats need the consent of the landlord', 3],
    ] as const) {
      const inPdf = await ask(question, pdf);
      expect(inPdf.content).toContain(`This matches your question (page ${page}):\n\n${sentence}`);
      expect(inPdf.sources).toMatchObject([{ kind: 'file', page }]);
      expect((await ask(question, docx)).content).toContain(`This matches your question:\n\n${sentence}`);
    }
  });

  test('questions in German, Chinese and Arabic find their sentence', async () => {
    const { add, ask } = await begin();
    const vertrag = [
      'Mietvertrag',
      '§ 3 Miete',
      'Die Kaltmiete beträgt monatlich 850,00 EUR. Die Vorauszahlung für Heizung beträgt ca. 120 EUR.',
      '§ 5 Mietkaution',
      'Der Mieter leistet an den Vermieter eine Sicherheit gem. § 551 BGB. Sie beträgt 2.550,00 EUR und wird verzinst.',
    ];
    const german = await add('Mietvertrag.docx', await docxOf(vertrag.map((text) => paragraph(text)).join('')));
    const chinese = await add(
      '合同.txt',
      Buffer.from(
        '房屋租赁合同\n\n第三条 租金\n租金为每月人民币4500元，按月支付。\n\n第四条 押金\n乙方应于签约时支付押金。押金为人民币9000元，合同终止后退还。\n',
      ),
    );
    const arabic = await add(
      'عقد.txt',
      Buffer.from(
        'عقد إيجار\n\nالإيجار الشهري ٤٥٠٠ ريال يدفع أول كل شهر.\n\nيدفع المستأجر مبلغ التأمين وقدره ٩٠٠٠ ريال عند التوقيع.\n',
      ),
    );
    for (const [question, file, sentence] of [
      ['Wie hoch ist die Kaution?', german, '- § 5 Mietkaution: Sie beträgt 2.550,00 EUR und wird verzinst. [1]'],
      ['Wie hoch ist die Miete?', german, '- Die Kaltmiete beträgt monatlich 850,00 EUR.'],
      ['押金是多少？', chinese, '- 押金为人民币9000元，合同终止后退还。 [1]'],
      ['كم مبلغ التأمين؟', arabic, '- يدفع المستأجر مبلغ التأمين وقدره ٩٠٠٠ ريال عند التوقيع. [1]'],
    ] as const)
      expect((await ask(question, file)).content).toContain(sentence);
  });

  test('a table is added up as a whole, also one that has no room in a prompt', async () => {
    const { add, ask } = await begin();
    const regions = ['Nord', 'Süd', 'West', 'Ost'];
    const lines = Array.from({ length: 2500 }, (_, at) => `${regions[at % 4]};${1000 + (at % 4) * 100},50`);
    const csv = await add('umsatz.csv', Buffer.from(`Region;Umsatz\n${lines.join('\n')}\nGesamt;2876250,00\n`));
    const most = await ask('Which region sold most?', csv);
    expect(most.content).toContain(
      '**umsatz.csv** is a table with 2 columns and 2,500 rows: Region and Umsatz.\n\n' +
        'The highest total of **Umsatz** is **812,812.50**, for **Ost**.\n\n| Region | Total of Umsatz |\n| --- | ---: |\n| Ost | 812,812.50 |',
    );
    expect(most.content).toContain('The demo worked this out from all 2,500 rows, without “Gesamt”.');
    expect(most.usedFiles).toEqual([{ fileId: csv, name: 'umsatz.csv', given: 'whole' }]);
    expect((await ask('How many rows?', csv)).content).toContain('It has **2,500 rows**.');
    expect((await ask('Umsatz von Nord?', csv)).content).toContain('is **Nord** is **625,312.50**.');

    const rows = [
      ['Sales of 2026'],
      ['Region', 'Product', 'Price', 'Amount'],
      ['North', 'Tea', 2.5, 100],
      ['South', 'Coffee', 3, 250.25],
      ['North', 'Coffee', 3, 90],
    ];
    const xlsx = await add(
      'sales.xlsx',
      await xlsxOf({ Sales: rows.map((cells, at) => row(at + 1, ...cells)).join('') }),
    );
    expect((await ask('total per region', xlsx)).content).toContain('| South | 250.25 |\n| North | 190 |');
    const price = await ask('average price', xlsx);
    expect(price.content).toContain('The average of **Price** is **2.83**.');
    expect(price.content).toContain('from all 3 rows of the sheet “Sales”.');
  });

  test('with three files and one that cannot be read, the answer comes first and every file is named', async () => {
    const { add, ask } = await begin();
    const files = [
      await add('photo.png', await pngOf(2000, 1500)),
      await add('sales.csv', Buffer.from(`Region,Amount\n${'North,12\nSouth,30\n'.repeat(900)}`)),
      await add('broken.pdf', Buffer.from('%PDF-1.7 broken')),
      await add('lease.pdf', leaseAsPdf()),
    ];
    const { content, usedFiles } = await ask('How much is the deposit?', ...files);
    expect(content.match(/^\*\*[^*]+\*\*[^:.]*/gm)?.map((line) => line.slice(0, 30))).toEqual(
      [
        '**lease.pdf** is a PDF with 6 p',
        '**photo.png** is a picture of 2',
        '**sales.csv** is a table with 2',
        '**broken.pdf** was not read',
      ].map((line) => line.slice(0, 30)),
    );
    expect(content).toContain('- 4\\. Deposit: It amounts to EUR 3,450,');
    expect(content).toContain('**broken.pdf** was not read: This PDF is damaged or incomplete.');
    expect(usedFiles.find(({ name }) => name === 'lease.pdf')).toMatchObject({
      given: expect.stringMatching(/whole|passages/),
    });
    expect(usedFiles.filter(({ reason }) => reason === 'there was no room for it')).toEqual([]);
  });

  test('a file that cannot be read alone is named, too', async () => {
    const { add, ask } = await begin();
    const broken = await add('broken.pdf', Buffer.from('%PDF-1.7 broken'));
    expect((await ask('', broken)).content).toBe('**broken.pdf** was not read: This PDF is damaged or incomplete.');
  });
});
