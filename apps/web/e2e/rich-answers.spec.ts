import { expect } from '@playwright/test';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { test } from './support/test.ts';

test('code is highlighted when its block closes, without moving', async ({ page, answering }) => {
  const [closed, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { server } = await answering(async (call) => {
    call.write('Look:\n\n```ts\nconst greeting: string = "Hello"; // a comment\n');
    await closed.promise;
    call.write('```\n\nAnd then ');
    await end.promise;
    call.write('it ends.\n\n```constructor\nx\n```\n\n```__proto__\ny\n```');
    call.finish();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openChat(page, server);
  await say(page, 'Some code, please');
  const code = chat.answers(page).locator('pre').first();
  await expect(code).toContainText('a comment');
  await expect(code.locator('[data-caret]')).toBeVisible();
  expect(asked.filter((url) => /highlight|typescript/.test(url))).toEqual([]);
  const before = await code.boundingBox();
  closed.resolve();
  await expect(code.locator('.code-comment')).toHaveText('// a comment');
  await expect(code.locator('.code-keyword').first()).toHaveText('const');
  await expect(code).toHaveText('const greeting: string = "Hello"; // a comment');
  expect(await code.boundingBox()).toEqual(before);
  const colour = (kind: string) =>
    code
      .locator(`.code-${kind}`)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  expect(new Set([await colour('comment'), await colour('keyword'), await colour('string')]).size).toBe(3);
  end.resolve();
  const answer = await answerDone(page);
  await expect(answer.locator('figure.code')).toHaveCount(3);
  await expect(answer.locator('figcaption').last()).toContainText('__proto__');
  expect(asked.filter((url) => /typescript/.test(url)).length).toBeGreaterThan(0);
  expect(asked.filter((url) => /python|typeset/.test(url))).toEqual([]);
});

test('formulas are rendered as models write them; prices are not', async ({ page, answering }) => {
  const [closed, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { server } = await answering(async (call) => {
    call.write('It costs $5 or $10, and \\(a^2 + b');
    await closed.promise;
    call.write('^2 = c^2\\) with $x_1$.\n\n\\[\n\\int_0^1 x^2\\,dx\n= \\frac{1}{3}\n\\]\n\n');
    await end.promise;
    call.write('$$E = mc^2$$\n\n| a | b |\n|---|---|\n| $\\|x\\|$ | 2 |\n\nBroken: $\\frac{1$ and `$y$`.');
    call.finish();
  });
  await openChat(page, server);
  await say(page, 'Some maths, please');
  const answer = chat.answers(page).last();
  await expect(answer).toContainText('It costs $5 or $10, and \\(a^2 + b');
  await expect(answer.locator('.katex')).toHaveCount(0);
  closed.resolve();
  await expect(answer.locator('.katex')).toHaveCount(3);
  await expect(answer.locator('.katex-display')).toHaveCount(1);
  end.resolve();
  await answerDone(page);
  await expect(answer.locator('.katex')).toHaveCount(5);
  await expect(answer.locator('.katex-display')).toHaveCount(2);
  await expect(answer).toContainText('It costs $5 or $10, and ');
  await expect(answer).toContainText('Broken: $\\frac{1$ and $y$.');
  await expect(answer.locator('p > code')).toHaveText('$y$');
  await expect(answer.locator('td').first().locator('.katex')).toBeVisible();
  // The symbols use KaTeX's own fonts, from our server.
  await expect.poll(() => page.evaluate(() => document.fonts.check('16px KaTeX_Math'))).toBe(true);
});

test('an answer in a right-to-left script runs right to left, but its code does not', async ({ page, answering }) => {
  const { server } = await answering((call) => {
    call.write('مرحبا بك!\n\n- عنصر أول\n- عنصر `code` ثان\n\n```py\nprint("مرحبا")\n```\n\nAnd English.');
    call.finish();
  });
  await openChat(page, server);
  await say(page, 'Arabic, please');
  const answer = await answerDone(page);
  const direction = (selector: string) =>
    answer
      .locator(`.prose ${selector}`)
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
  expect(await direction('> p')).toBe('rtl');
  expect(await direction('li')).toBe('rtl');
  expect(await direction('li code')).toBe('ltr');
  expect(await direction('pre code')).toBe('ltr');
  expect(await direction('> p:last-child')).toBe('ltr');
  // The list markers are on the right.
  const list = answer.locator('.prose ul');
  expect(await list.evaluate((element) => getComputedStyle(element).paddingRight)).not.toBe('0px');
});

test('wide and long parts of an answer show that there is more; the bar of code stays in view', async ({
  page,
  answering,
}) => {
  const columns = Array.from({ length: 12 }, (_, at) => `Column ${at}`);
  const row = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
  const table = row(columns) + row(columns.map(() => '---')) + row(columns);
  const code = Array.from({ length: 60 }, (_, at) => `const line${at} = ${at} // ${'word '.repeat(40)}`).join('\n');
  const { server } = await answering((call) => {
    call.write(`${table}\n\`\`\`ts\n${code}\n\`\`\`\n\nThe end.`);
    call.finish();
  });
  await openChat(page, server);
  await say(page, `Look:\n${Array.from({ length: 30 }, (_, at) => `pasted ${at}`).join('\n')}`);
  const answer = await answerDone(page);
  const wide = answer.locator('.scrolled').first();
  await expect(wide).toHaveAttribute('data-more-right');
  await expect(wide).not.toHaveAttribute('data-more-left');
  await answer.getByRole('region', { name: 'Table' }).evaluate((element) => element.scrollTo({ left: 9_999 }));
  await expect(wide).toHaveAttribute('data-more-left');
  await expect(wide).not.toHaveAttribute('data-more-right');

  const whole = answer.getByRole('button', { name: 'Show all 60 lines' });
  await expect(whole).toBeVisible();
  const question = chat.questions(page).last();
  await expect(question.getByRole('button', { name: 'Show more' })).toBeVisible();
  expect((await question.boundingBox())?.height).toBeLessThan(500);
  await whole.click();
  await expect(answer.getByRole('button', { name: 'Show fewer lines' })).toBeVisible();
  const area = page.getByRole('region', { name: 'Conversation', exact: true });
  await area.evaluate((element) => {
    const { top } = element.querySelector('figure.code')?.getBoundingClientRect() ?? { top: 0 };
    element.scrollTop += top + 300;
  });
  const areaTop = (await area.boundingBox())?.y ?? 0;
  await expect
    .poll(async () => Math.round((await answer.locator('.code figcaption').boundingBox())?.y ?? 0))
    .toBe(Math.round(areaTop));
});

test('there is a clear gap between a column of numbers and the text after it', async ({ page, answering }) => {
  const { server } = await answering((call) => {
    call.write('| Crop | Frost | Harvest |\n| :-- | --: | :-- |\n| Peas | 58 | 88 days after |\n');
    call.finish();
  });
  await openChat(page, server);
  await say(page, 'A table, please');
  const cells = (await answerDone(page)).getByRole('cell');
  const [number, text] = await cells.evaluateAll((elements) =>
    elements.slice(1).map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, width } = range.getBoundingClientRect();
      return { left, right, width };
    }),
  );
  expect(number?.width).toBeGreaterThan(0);
  expect((text?.left ?? 0) - (number?.right ?? 0)).toBeGreaterThan(28);
});

test('below a table there is no empty line; its buttons show on hover', async ({ page, answering }) => {
  const { server } = await answering((call) => {
    call.write('Here:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThe words after it.');
    call.finish();
  });
  await openChat(page, server);
  await say(page, 'A table, please');
  await answerDone(page);
  const answer = chat.answers(page).last();
  const [table, after] = [
    await answer.getByRole('table').boundingBox(),
    await answer.getByText('The words after it.').boundingBox(),
  ];
  expect((after?.y ?? 0) - (table?.y ?? 0) - (table?.height ?? 0)).toBeLessThan(28);
  const copy = answer.getByRole('button', { name: 'Copy as CSV' });
  const shown = () => copy.evaluate((button) => button.checkVisibility({ opacityProperty: true }));
  await page.mouse.move(0, 0);
  expect(await shown()).toBe(false);
  await answer.getByRole('table').hover();
  expect(await shown()).toBe(true);
  await copy.click();
  await expect(answer.getByText('Copied')).toBeVisible();
});
