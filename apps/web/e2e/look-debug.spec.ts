import { answer, chain, chat, message, question, root } from '@noek/importers/testing/chatgpt-parts';
import { expect } from '@playwright/test';
import { zipOf } from '../src/features/account/import/testing/zip-of.ts';
import { signIn } from './support/accounts.ts';
import { test } from './support/test.ts';
import { showTheme } from './support/theme.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('look', async ({ page, context, server }) => {
  await signIn(context, server);
  const about = message('user', '', {
    content: {
      content_type: 'user_editable_context',
      user_profile: 'I like tea.\n\nI live in Lisbon, and I have two children who like to ask about planets.',
      user_instructions: 'Be brief.',
    },
  });
  const conversations = Array.from({ length: 130 }, (_, i) =>
    chat([root, ...(i === 0 ? chain([about, question, answer]) : chain([question, answer]))], {
      id: `c${i}`,
      conversation_id: `c${i}`,
      title:
        i % 7 === 3
          ? `A very long title number ${i} about the history of tea ceremonies in Japan, Portugal and the United Kingdom`
          : `Tea ${i}`,
      create_time: 1_700_000_000 + i * 86_400,
      ...(i > 100 && { gizmo_id: 'g-p-1', conversation_template_id: 'g-p-1' }),
    }),
  );
  const inner = await zipOf('outer.zip', {
    'conversations.json': [...conversations, chat([root], { title: 'Nothing' })],
    'broken.zip': 'PK nothing',
  });
  const zip = { name: 'chatgpt.zip', mimeType: 'application/zip', buffer: Buffer.from(await inner.bytes()) };
  const shoot = async (name: string, full = false) => {
    for (const theme of ['light', 'dark'] as const) {
      await showTheme(page, theme);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
        if (!full) await page.locator('#import').scrollIntoViewIfNeeded();
        await page.waitForTimeout(150);
        await page.screenshot({ path: `/tmp/look/${name}-${theme}-${width}.png` });
      }
    }
    await showTheme(page, 'light');
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await page.goto(`${server.url}/account/import`);
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await page.getByText('Where to get your export').click();
  await page.waitForTimeout(500);
  await shoot('1-start');
  const input = page.getByLabel('Files to import');
  await input.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await expect(page.getByText('Nothing in these files can be imported.')).toBeVisible();
  await shoot('2-unknown');
  await input.setInputFiles(zip);
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot('3-choice', true);
  await page.getByRole('searchbox').fill('long title');
  await page.getByRole('checkbox', { name: 'Select all that were found' }).click();
  await shoot('4-search', true);
  await page.keyboard.press('Escape');
  await shoot('5-read');
  await page.getByRole('button', { name: 'Choose conversations' }).click();
  await page.getByRole('button', { name: /^Import \d+ conv/ }).click();
  await expect(page.getByText(/conversations added/)).toBeVisible();
  await page.waitForTimeout(500);
  await shoot('6-report');
  await page
    .getByText(/^\d+ problems?$/)
    .first()
    .click();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await shoot('7-undo', true);
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText(/removed/).first()).toBeVisible();
  await shoot('8-undone');
});
