import { expect, type Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say } from './support/chat.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

/** From now on, notes all places of the header's controls and what its title says, in every frame. Returns them. */
async function noteHeader(page: Page): Promise<() => Promise<{ places: string[]; titles: string[] }>> {
  await page.evaluate(() => {
    const noted = { places: new Set<string>(), titles: new Set<string>() };
    Object.assign(window, { noted });
    const look = () => {
      const controls = [...document.querySelectorAll('header a, header button')].filter(
        (control) => !control.textContent?.startsWith('Menu of '),
      );
      const places = controls.map((control) => {
        const { x, y, width } = control.getBoundingClientRect();
        return `${control.getAttribute('aria-label') ?? control.textContent}: ${[x, y, width].map(Math.round).join(' ')}`;
      });
      noted.places.add(places.join(' | '));
      noted.titles.add(document.querySelector('header bdi')?.textContent ?? '');
      requestAnimationFrame(look);
    };
    look();
  });
  return () =>
    page.evaluate(() => {
      const { noted } = window as unknown as { noted: { places: Set<string>; titles: Set<string> } };
      return { places: [...noted.places], titles: [...noted.titles] };
    });
}

/** What the page has asked of the server, by procedure. */
function noteCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const names = /\/api\/trpc\/([^?]+)/.exec(request.url())?.[1];
    if (names) calls.push(...names.split(','));
  });
  return calls;
}

test('switching between conversations moves nothing in the header, and the title comes from the list', async ({
  page,
  context,
  server,
}) => {
  const user = await signIn(context, server);
  const one = await seedMessages(server, user, ['First question.', 'First answer.']);
  const other = await seedMessages(server, user, ['Second question.', 'Second answer.']);
  await page.goto(`${server.url}/chat/${one.id}`);
  await answerDone(page);
  const titleOf = async (index: number) => (await chat.rows(page).nth(index).locator('[dir=auto]').textContent()) ?? '';
  const titles = [await titleOf(0), await titleOf(1)];
  const noted = await noteHeader(page);
  // The server takes its time: what the list knows is there without it.
  await page.route('**/api/trpc/**', async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  const row = (id: number) => chat.sidebar(page).locator(`a[href="/chat/${id}"]`);
  await row(other.id).press('Enter');
  await expect(chat.thread(page)).toContainText('Second answer.');
  await row(one.id).press('Enter');
  await expect(chat.thread(page)).toContainText('First answer.');
  const { places, titles: shown } = await noted();
  expect(places).toHaveLength(1);
  expect(shown.toSorted()).toEqual([...new Set(titles)].toSorted());
});

test('a conversation is read when the pointer rests on its row, and opens without bars', async ({
  page,
  context,
  server,
}) => {
  const user = await signIn(context, server);
  const one = await seedMessages(server, user, ['First question.', 'First answer.']);
  const other = await seedMessages(server, user, ['Second question.', 'Second answer.']);
  await page.goto(`${server.url}/chat/${one.id}`);
  await answerDone(page);
  const calls = noteCalls(page);
  await chat.sidebar(page).locator(`a[href="/chat/${other.id}"]`).hover();
  await expect.poll(() => calls).toContain('chat.messagePage');
  await expect.poll(() => calls).toContain('chat.conversation');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.querySelector('main [role=status]')?.textContent?.includes('Loading')) seen.push('bars');
    }).observe(document.body, { childList: true, subtree: true });
  });
  calls.length = 0;
  await page.mouse.down();
  await page.mouse.up();
  await expect(chat.thread(page)).toContainText('Second answer.');
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
  expect(calls).not.toContain('chat.messagePage');
});

/** From now on, notes each animation of an element that contains the message box or the first message. */
const noteGlides = (page: Page) =>
  page.addInitScript(() => {
    const glides: string[] = [];
    Object.assign(window, { glides });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      const [first] = given[0] as { transform: string }[];
      if (this.querySelector('textarea')) glides.push(`box ${first?.transform}`);
      else glides.push(`message ${first?.transform}`);
      return animate.apply(this, given);
    };
  });
const glides = (page: Page) => page.evaluate(() => (window as unknown as { glides: string[] }).glides);

test('with the first message, the box glides from the middle to the foot, and the message rises', async ({
  page,
  server,
}) => {
  await noteGlides(page);
  await openChat(page, server);
  const before = await chat.input(page).boundingBox();
  await say(page, 'Hello there');
  await answerDone(page);
  const after = await chat.input(page).boundingBox();
  const seen = await glides(page);
  const from = Number(/^box translateY\((.+)px\)$/.exec(seen.find((glide) => glide.startsWith('box')) ?? '')?.[1]);
  expect(Math.abs(from - ((before?.y ?? 0) - (after?.y ?? 0)))).toBeLessThan(40);
  expect(from).toBeLessThan(-100);
  expect(seen.some((glide) => glide.startsWith('message'))).toBe(true);
});

test.describe('where motion is reduced', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('nothing glides: neither the first message nor the sidebar', async ({ page, context, server }) => {
    await noteGlides(page);
    await signIn(context, server);
    await openChatSignedIn(page, server);
    await page.evaluate(() => {
      document.startViewTransition = () => {
        throw new Error('The sidebar glides.');
      };
    });
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await say(page, 'Hello there');
    await answerDone(page);
    expect(await glides(page)).toEqual([]);
  });
});

test('the sidebar glides, what is under the pointer can be pressed meanwhile, and the button keeps the focus', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  const sizes = page.evaluate(
    () =>
      new Promise<{ names: string[]; duration: number }>((done) => {
        const look = () => {
          const moving = document
            .getAnimations()
            .filter(({ effect }) => (effect as KeyframeEffect | null)?.pseudoElement?.includes('group'));
          if (moving.length === 0) return void requestAnimationFrame(look);
          done({
            names: moving.map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? ''),
            duration: Number(moving[0]?.effect?.getTiming().duration),
          });
        };
        look();
      }),
  );
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  const { names, duration } = await sizes;
  expect(duration).toBe(180);
  expect(names).toContain('::view-transition-group(sidebar)');
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeFocused();
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeFocused();
  await expect(page.locator('html')).not.toHaveAttribute('data-glide');
});
