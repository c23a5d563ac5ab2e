import type { BrowserContext, CDPSession, Page } from '@playwright/test';

const latency = Number(process.env.SLOW_NETWORK_MS ?? 0);
const processorRate = Number(process.env.SLOW_PROCESSOR ?? 1);

/**
 * Slows each page that the browser opens from now on: `SLOW_NETWORK_MS` milliseconds more per request (a phone far away), and scripts that
 * take `SLOW_PROCESSOR` times as long (an old device). Without these variables it does nothing.
 */
export function slowPages(context: BrowserContext): void {
  if (latency === 0 && processorRate === 1) return;
  const sessions = new Set<CDPSession>();
  context.on('page', (page) => {
    // A test may close its page before it is slowed.
    slow(page, sessions).catch(() => undefined);
  });
  const setOffline = context.setOffline.bind(context);
  // Chromium keeps one set of network conditions per page; those of our session would replace the offline ones.
  context.setOffline = async (offline) => {
    await setOffline(offline);
    await Promise.allSettled([...sessions].map((session) => slowNetwork(session, offline)));
  };
}

async function slow(page: Page, sessions: Set<CDPSession>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  sessions.add(session);
  page.once('close', () => sessions.delete(session));
  await session.send('Network.enable');
  await slowNetwork(session, false);
  if (processorRate > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: processorRate });
}

// Minus one: no limit of bytes per second.
const slowNetwork = (session: CDPSession, offline: boolean) =>
  session.send('Network.emulateNetworkConditions', {
    offline,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
