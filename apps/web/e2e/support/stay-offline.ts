import type { BrowserContext, CDPSession, Page } from '@playwright/test';

const checkEveryMs = 250;

/**
 * Keeps `context.setOffline(true)` true for `navigator.onLine`, too. Chromium sometimes forgets it when a page is loaded again: requests
 * fail, but the page believes that it is online. So each page is asked now and then, and set offline again.
 */
export function stayOffline(context: BrowserContext): void {
  const setOffline = context.setOffline.bind(context);
  const sessions = new Map<Page, Promise<CDPSession>>();
  let timer: NodeJS.Timeout | undefined;

  const sessionOf = (page: Page): Promise<CDPSession> => {
    const session = sessions.get(page) ?? context.newCDPSession(page);
    sessions.set(page, session);
    return session;
  };
  const check = async (page: Page) => {
    if (!(await page.evaluate(() => navigator.onLine)) || !timer) return;
    await tell(await sessionOf(page), true);
  };
  // A page that closes or loads cannot be asked: the next time is soon.
  const checkAll = () => Promise.allSettled(context.pages().map(check));

  context.setOffline = async (offline) => {
    clearInterval(timer);
    timer = undefined;
    for (const session of sessions.values()) await session.then((open) => tell(open, offline)).catch(() => undefined);
    await setOffline(offline);
    if (offline) timer = setInterval(checkAll, checkEveryMs).unref();
  };
  context.once('close', () => clearInterval(timer));
}

async function tell(session: CDPSession, offline: boolean): Promise<void> {
  await session.send('Network.enable');
  // Minus one: no limit of bytes per second.
  await session.send('Network.emulateNetworkConditions', {
    offline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}
