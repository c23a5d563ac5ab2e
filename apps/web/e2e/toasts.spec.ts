import { expect, type Locator, type Page } from '@playwright/test';
import { addConversations, signIn, startWithAdministrator } from './support/accounts.ts';
import { chat } from './support/chat.ts';
import { desk, phone } from './support/gallery.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

// A test cannot intercept requests that a service worker answers.

type Box = { x: number; y: number; width: number; height: number };

/** The toast with this text, once it has its place. */
async function shown(page: Page, text: string): Promise<Box> {
  const item = page.getByRole('region', { name: /Notification/ }).getByRole('listitem');
  await expect(item).toContainText(text);
  await item.hover();
  await item.evaluate(async (element) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const place = () => JSON.stringify(element.getBoundingClientRect());
    for (let still = 0, last = ''; still < 4; last = place()) {
      await frame();
      still = place() === last ? still + 1 : 0;
    }
  });
  return (await item.boundingBox()) as Box;
}

/**
 * What a box covers: the parts of the page, and the controls in them, as far as they are not scrolled out of view. `below`: those that
 * have been scrolled below the page, which ends at the toast, count as out of view.
 */
const covered = (
  page: Page,
  box: Box,
  selector = 'header, [role=dialog], [role=alertdialog], article, button, a, input, textarea',
) =>
  page.evaluate(
    ({ box, selector }) => {
      const isModal = document.querySelector('[role=dialog], [role=alertdialog]') !== null;
      return [...document.querySelectorAll(selector)]
        .filter((element) => {
          const toast = element.closest('[role=region][aria-label^="Notification"]');
          if (toast || element.querySelector('[role=region][aria-label^="Notification"] li')) return false;
          if (isModal && element.closest('#root')) return false;
          const { checkVisibility } = element;
          if (!checkVisibility.call(element, { visibilityProperty: true, opacityProperty: true })) return false;
          let { left, right, top, bottom } = element.getBoundingClientRect();
          for (let around = element.parentElement; around; around = around.parentElement) {
            if (getComputedStyle(around).overflowY === 'visible' || around === document.body) continue;
            const clip = around.getBoundingClientRect();
            left = Math.max(left, clip.left);
            right = Math.min(right, clip.right);
            top = Math.max(top, clip.top);
            bottom = Math.min(bottom, clip.bottom);
          }
          if (right - left < 2 || bottom - top < 2) return false;
          return left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y;
        })
        .map((element) => element.getAttribute('aria-label') || element.textContent?.slice(0, 40) || element.outerHTML);
    },
    { box, selector },
  );

/** A toast on a page that scrolls as a whole: it is below the page, and everything can be scrolled above it. */
async function expectBelowPage(page: Page, box: Box, pressed: Locator) {
  expect(await covered(page, box, 'header:not(main header), nav, [role=dialog], [role=alertdialog]')).toEqual([]);
  const size = page.viewportSize() ?? desk;
  expect(box.y + box.height).toBeGreaterThan(size.height - 24);
  if ((await pressed.count()) > 0) {
    const bottom = () => pressed.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(box.y);
  }
  const hidden = await page.evaluate((top) => {
    const before = window.scrollY;
    const controls = [...document.querySelectorAll<HTMLElement>('main button, main a, main input')];
    const low = controls.filter((control) => {
      if (!control.checkVisibility()) return false;
      control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      return control.getBoundingClientRect().bottom > top;
    });
    window.scrollTo({ top: before, behavior: 'instant' });
    return low.map((control) => control.textContent || control.outerHTML);
  }, box.y);
  expect(hidden).toEqual([]);
}

const long = Array.from({ length: 40 }, (_, index) => `Message number ${index}.\n\n${'A line of it.\n\n'.repeat(4)}`);

for (const size of [desk, phone]) {
  test.describe(`${size.width} px`, () => {
    test.use({ viewport: size });

    test('in a conversation, a toast covers nothing, and nothing jumps', async ({ page, context, server }) => {
      const account = await signIn(context, server);
      const { id } = await seedMessages(server, account, long);
      await page.goto(`${server.url}/chat/${id}`);
      await expect(chat.thread(page)).toContainText('Message number 39.');
      const scroller = page.getByRole('region', { name: 'Conversation', exact: true });
      // The reader is in the middle of the conversation.
      await scroller.hover();
      await expect(async () => {
        await page.mouse.wheel(0, -400);
        await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible({ timeout: 500 });
      }).toPass();
      const input = await chat.input(page).boundingBox();
      const text = await scroller.evaluate((element) => element.scrollTop);
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await page.evaluate(() => {
        document.execCommand = () => false;
      });
      await page
        .getByRole('button', { name: /^Copy/ })
        .last()
        .evaluate((button: HTMLElement) => button.click());
      const box = await shown(page, "Couldn't copy");
      expect(await covered(page, box)).toEqual([]);
      expect(await chat.input(page).boundingBox()).toEqual(input);
      expect(await scroller.evaluate((element) => element.scrollTop)).toBe(text);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
      expect(await chat.input(page).boundingBox()).toEqual(input);

      // At the end, the last answer stays in view above it.
      await page.getByRole('button', { name: 'Jump to latest' }).click();
      const copy = page.getByRole('button', { name: /^Copy/ }).last();
      await expect(copy).toBeInViewport();
      await copy.evaluate((button: HTMLElement) => button.click());
      const last = await shown(page, "Couldn't copy");
      expect(await covered(page, last)).toEqual([]);
      await expect(copy).toBeInViewport({ ratio: 1 });
      expect(await chat.input(page).boundingBox()).toEqual(input);
    });

    test('in the empty chat and in the sidebar, a toast covers nothing', async ({ page, context, server }) => {
      await signIn(context, server);
      await addConversations(context, server, ['About coffee', 'About tea']);
      await page.goto(server.url);
      await expect(chat.welcome(page)).toBeVisible();
      const input = await chat.input(page).boundingBox();
      if (size === phone) await page.getByRole('button', { name: 'Open sidebar' }).click();
      await page.getByRole('button', { name: 'Actions for “About tea”' }).click();
      await page.getByRole('menuitem', { name: 'Archive', exact: true }).click();
      const box = await shown(page, 'Conversation archived successfully');
      expect(await covered(page, box)).toEqual([]);
      // On a phone, the sidebar is a drawer over the page.
      if (size === desk) expect(await chat.input(page).boundingBox()).toEqual(input);
      await page.getByRole('button', { name: 'Undo' }).click();
      await shown(page, 'Conversation restored successfully');
    });

    test('with a dialog open, a toast is below it or in it, and F8 leads there', async ({
      page,
      startServer,
      context,
    }) => {
      const { server, boss } = await startWithAdministrator(startServer);
      await signIn(context, server, boss);
      await page.goto(`${server.url}/admin`);
      await page.getByRole('button', { name: /^Edit/ }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Ida L.');
      await page.route(/admin\.changeUser/, (route) => route.abort('connectionfailed'));
      const save = dialog.getByRole('button', { name: 'Save Changes' });
      await save.click();
      const box = await shown(page, 'Failed to update user');
      expect(await covered(page, box, '[role=dialog] button:not(li button), [role=dialog] input')).toEqual([]);
      const panel = (await dialog.boundingBox()) as Box;
      // Below the dialog, or inside it.
      const isBelow = box.y >= panel.y + panel.height;
      expect(isBelow || box.y + box.height <= panel.y + panel.height).toBe(true);
      await expect(page.getByRole('listitem').filter({ hasText: 'Failed to update user' })).toBeInViewport({
        ratio: 1,
      });
      await page.keyboard.press('F8');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
      await expect(dialog).toBeVisible();

      await page.unrouteAll();
      await save.click();
      const done = await shown(page, 'User Updated');
      await expectBelowPage(page, done, page.getByRole('button', { name: /^Edit/ }).first());
    });

    test('on the pages of the account and of the plans, the page ends above a toast', async ({
      page,
      context,
      server,
    }) => {
      await signIn(context, server);
      await page.goto(`${server.url}/account/privacy`);
      const consent = page.getByRole('switch', { name: 'Model training consent' });
      // The lowest place where it can be pressed.
      await consent.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await consent.click();
      const box = await shown(page, 'Settings Updated');
      await expectBelowPage(page, box, consent);

      await page.goto(`${server.url}/subscribe`);
      await page.getByRole('main').getByRole('button', { name: 'Upgrade' }).click();
      const ready = await shown(page, 'Payment Form Ready');
      await expectBelowPage(page, ready, page.getByRole('button', { name: 'Subscribe to SuperNoek - $30/month' }));
    });
  });
}
