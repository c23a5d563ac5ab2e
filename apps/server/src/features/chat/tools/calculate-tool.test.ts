import type { Step } from '@noek/contract/chat/answers';
import { describeOnEngines } from '@noek/db/testing/engines';
import { row, xlsxOf } from '@noek/files/testing/office';
import { expect, test } from 'vitest';
import { createLlm } from '../../../integrations/llm/create-llm.ts';
import { silentLog, testTuning } from '../../../integrations/llm/testing/loopback-upstream.ts';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { addFile } from '../../files/adding/add-file.ts';
import { sendMessage } from '../messages/send-message.ts';
import { userOwner } from '../records/owner.ts';
import { type CalculationTold, calculateTool } from './calculate-tool.ts';
import type { ToolRun } from './tool.ts';

describeOnEngines('calculate', (open) => {
  /** One answer that may calculate, with these files in its conversation. */
  async function begin(files: Record<string, Uint8Array | string> = {}) {
    const db = await open();
    const ctx = createChatCtx(db, createScriptedLlm(), { actor: await userActor(db) });
    const fileIds: string[] = [];
    for (const [name, content] of Object.entries(files)) {
      const body = new Blob([content as Uint8Array<ArrayBuffer>]).stream();
      fileIds.push((await addFile(ctx, { name, body })).id);
    }
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Hello', fileIds });
    for (const id of fileIds) await ctx.fileReadings.untilRead(id, 20_000);
    const given = (sent.userMessage.files ?? []).map((file) => ({ file, from: 'question' as const }));
    const steps: Step[] = [];
    const tool = calculateTool(ctx, { files: given });
    let calls = 0;
    async function calculate(source: unknown, signal = AbortSignal.timeout(20_000)) {
      const number = calls++;
      const run: ToolRun = {
        ...{ messageId: 'a', conversationId: 1, question: { id: 'q', content: '' }, owner: userOwner('u1') },
        ...{
          user: null,
          memoryProjectId: null,
          provenance: { of: async () => null },
          addSources: () => [],
          addDocument: () => {},
        },
        ...{ steps: () => steps, callKey: `a:${number}`, signal },
        step(step) {
          const shown = { ...step, id: `${number}.${step.id}`, at: 0 };
          const at = steps.findIndex(({ id }) => id === shown.id);
          steps.splice(at < 0 ? steps.length : at, 1, shown);
        },
      };
      return JSON.parse(await tool.run({ source }, run)) as CalculationTold;
    }
    return { ctx, steps, calculate };
  }

  test('the person sees the program and its result; the model is told the result', async () => {
    const { calculate, steps } = await begin();
    expect(await calculate('0.1 + 0.2')).toEqual({ result: '0.3' });
    expect(steps).toMatchObject([
      { kind: 'calculation', status: 'done', text: 'Calculated', calculation: { source: '0.1 + 0.2', result: '0.3' } },
    ]);
  });

  test('of a program that fails, the model is told the error and its line', async () => {
    const { calculate, steps } = await begin();
    expect(await calculate('const a = 1;\n\na.foo.bar')).toEqual({
      error: "TypeError: cannot read property 'bar' of undefined",
      line: 3,
    });
    expect(steps).toMatchObject([
      { status: 'failed', calculation: { result: "TypeError: cannot read property 'bar' of undefined (line 3)" } },
    ]);
    expect(await calculate('x'.repeat(10_001))).toEqual({
      error: 'The program is too long: at most 10,000 characters.',
    });
    for (const source of ['', 7, null]) expect(await calculate(source)).toMatchObject({ error: expect.any(String) });
    expect(steps).toHaveLength(1);
  });

  test('tables are read by the names of their files, with numbers as people write them', async () => {
    const cells = [
      ['Region', 'Amount'],
      ['North', 100],
      ['South', 250.25],
    ];
    const { calculate } = await begin({
      'umsatz.csv': 'Gebiet;Umsatz\nNord;1.200,50 €\nSüd;\nWest;(0,50) €\nGesamt;1.200,00 €\n',
      'Sales.xlsx': await xlsxOf({
        First: row(1, 'Note'),
        Second: cells.map((each, at) => row(at + 1, ...each)).join(''),
      }),
      'note.txt': 'Hello',
    });
    expect(
      await calculate('const rows = table("umsatz.csv"); [rows.length, sum(rows, "Umsatz"), rows[1].Umsatz].join()'),
    ).toEqual({
      result: '3,1200,',
      notes: ['Rows of sums were left out: “Gesamt”.'],
    });
    for (const name of ['"Sales.xlsx"', '"sales.xlsx", "Second"', '"sales", "Second"'])
      expect(await calculate(`sum(table(${name}), "Amount")`)).toEqual({ result: '350.25' });
    for (const [name, problem] of [
      ['"none.csv"', 'There is no file “none.csv” in this chat. There are tables in “umsatz.csv”, “Sales.xlsx”.'],
      ['"note.txt"', '“note.txt” is neither a spreadsheet nor a CSV file.'],
      ['"Sales.xlsx", "Third"', 'There is no such table in “Sales.xlsx”. Its sheets are “Second”.'],
    ])
      expect(await calculate(`table(${name})`)).toEqual({ error: problem, line: 1 });
  });

  test('an answer has ten calculations', async () => {
    const { calculate, steps } = await begin();
    const told = await Promise.all(Array.from({ length: 12 }, (_, at) => calculate(`${at} + 1`)));
    expect(told.filter((each) => 'result' in each)).toHaveLength(10);
    expect(told.at(-1)).toEqual({ error: 'No more calculations for this answer. Answer with what you have.' });
    expect(steps).toHaveLength(10);
  });

  test('one that is stopped while it waits or runs ends at once', async () => {
    const { calculate } = await begin();
    const stop = new AbortController();
    const running = Array.from({ length: 4 }, () => calculate('for (;;) [1].map((x) => x)', stop.signal));
    stop.abort(new Error('stopped'));
    for (const each of running) await expect(each).rejects.toThrow('stopped');
    expect(await calculate('1 + 1')).toEqual({ result: '2' });
  });
});

describeOnEngines('the demo calculates', (open) => {
  async function begin(who: 'user' | 'guest' = 'user') {
    const db = await open();
    const llm = await createLlm({ providers: [] }, { log: silentLog }, testTuning);
    const actor = who === 'user' ? await userActor(db) : await guestActor(db);
    const ctx = createChatCtx(db, llm, { actor });
    async function ask(content: string, files: Record<string, string> = {}) {
      const fileIds: string[] = [];
      for (const [name, text] of Object.entries(files))
        fileIds.push((await addFile(ctx, { name, body: new Blob([text]).stream() })).id);
      const { assistantMessage } = await sendMessage(ctx, { conversationId: null, content, fileIds });
      return finalMessage(ctx, assistantMessage.id);
    }
    return { ask };
  }

  test('a sum without files, for guests, too', async () => {
    for (const who of ['user', 'guest'] as const) {
      const { ask } = await begin(who);
      const answer = await ask('What is 12.5 % of 3,480?');
      expect(answer.content).toBe('**12.5% of 3480 = 435**');
      expect(answer.steps).toMatchObject([
        { kind: 'calculation', status: 'done', calculation: { source: '12.5 / 100 * 3480', result: '435' } },
      ]);
    }
  });

  test('the sum of a column that is named as in a spreadsheet', async () => {
    const { ask } = await begin();
    const csv =
      'Item,Price,Region\nTea,"$1,234.50",North\nCoffee,($5.00),South\nCake,$0.10,North\nBread,,North\nMilk,$0.20,West\n';
    const total = await ask('What is the sum of column B?', { 'prices.csv': csv });
    expect(total.content).toContain(
      'The total of **Price** is **\\$1,229.80**. 1 row without a number in **Price** is left out.',
    );
    expect(total.steps).toMatchObject([
      {
        status: 'done',
        calculation: {
          source:
            'const rows = table("prices.csv");\n({ rows: rows.length, numbers: numbers(rows, "Price").length, value: sum(rows, "Price") })',
          result: '{\n "rows": 5,\n "numbers": 4,\n "value": 1229.8\n}',
        },
      },
    ]);
    const count = await ask('How many rows where region is North?', { 'prices.csv': csv });
    expect(count.content).toContain('There are **3 rows** where **Region** is **North**.');
  });

  test('the names in a table cannot change the program', async () => {
    const { ask } = await begin();
    const csv = 'Item,"A"") + 1; ((""B"\nTea,1\nCake,2\n';
    const { content, steps } = await ask('What is the sum of column B?', { 'evil"); (".csv': csv });
    expect(steps).toMatchObject([{ status: 'done' }]);
    expect(content).toContain('is **3**.');
  });
});
