import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { slowPages } from './slow-pages.ts';
import { stayOffline } from './stay-offline.ts';
import { watch } from './watch.ts';

/** What a test can do to a context or a page that lasts until it is closed. After such a test it is closed. */
const lasting = {
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'newCDPSession',
    'routeFromHAR',
    'routeWebSocket',
    'setDefaultNavigationTimeout',
    'setDefaultTimeout',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  page: [
    'addInitScript',
    'addLocatorHandler',
    'close',
    'exposeBinding',
    'exposeFunction',
    'routeFromHAR',
    'routeWebSocket',
    'setDefaultNavigationTimeout',
    'setDefaultTimeout',
    'setExtraHTTPHeaders',
  ],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
} as const;

/** A file of every server. It is not the app: it runs no script. */
const quietPath = '/favicon.svg';

/** How a page shows things: what `reset` brings back. */
type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>;
/** `options`: those that Playwright does not add itself. */
type Opening = { key: string; options: BrowserContextOptions; look: Look };

/**
 * A browser context and its page, which the tests of a worker use one after another. A page that stays in its process has compiled the app
 * already, and that is half of the processor time of a test. Between two tests goes everything that a person could notice: cookies, stored
 * values, the history, the pointer, routes, listeners and other pages.
 */
export class KeptPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** All options that it was opened with, as text. */
  readonly key: string;
  /** Throws if a page did something since the last call that no page may do. */
  readonly check: () => void;
  readonly #look: Look;
  readonly #session: CDPSession;
  readonly #listeners: (() => void)[] = [];
  readonly #origins = new Set<string>();
  #isSpoiled = false;

  private constructor(context: BrowserContext, page: Page, session: CDPSession, { key, look }: Opening) {
    this.context = context;
    this.page = page;
    this.key = key;
    this.#look = look;
    this.#session = session;
    this.check = watch(context);
    slowPages(context);
    stayOffline(context);
    page.on('framenavigated', (frame) => {
      const { origin } = new URL(frame.url());
      if (origin !== 'null') this.#origins.add(origin);
    });
    this.#spoilWith(context, lasting.context);
    this.#spoilWith(page, lasting.page);
    this.#spoilWith(page.clock, lasting.clock);
    this.#recordListeners(context);
    this.#recordListeners(page);
  }

  static async open(browser: Browser, opening: Opening): Promise<KeptPage> {
    const context = await browser.newContext(opening.options);
    const page = await context.newPage();
    return new KeptPage(context, page, await context.newCDPSession(page), opening);
  }

  /** Makes it as good as new. Resolves to false if that is not certain: it must be closed. The servers of the test still run. */
  async reset(): Promise<boolean> {
    const { context, page } = this;
    const { viewport, colorScheme = null, reducedMotion = null } = this.#look;
    if (this.#isSpoiled || !viewport || page.isClosed()) return false;
    for (const remove of this.#listeners.splice(0)) remove();
    try {
      for (const other of context.pages()) if (other !== page) await other.close();
      for (const target of [page, context]) await target.unrouteAll({ behavior: 'ignoreErrors' });
      await context.clearPermissions();
      await page.setViewportSize(viewport);
      await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: null, contrast: null });
      await page.mouse.move(-10, -10);
      for (const origin of this.#origins) {
        await page.goto(origin + quietPath);
        await page.evaluate(() => {
          sessionStorage.clear();
          window.name = '';
        });
        await this.#session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      }
      this.#origins.clear();
      await context.clearCookies();
      await this.#session.send('Page.resetNavigationHistory');
      return true;
    } catch {
      // The test has stopped a server or closed the browser.
      return false;
    }
  }

  #spoilWith<Target extends object>(target: Target, names: readonly (keyof Target)[]): void {
    for (const name of names) {
      const original = target[name] as (...args: unknown[]) => unknown;
      const spoiling = (...args: unknown[]) => {
        this.#isSpoiled = true;
        return original.apply(target, args);
      };
      target[name] = spoiling as Target[typeof name];
    }
  }

  #recordListeners(target: BrowserContext | Page): void {
    const emitter = target as unknown as NodeJS.EventEmitter;
    for (const name of ['on', 'once'] as const) {
      const original = emitter[name].bind(emitter);
      emitter[name] = (event, listener) => {
        this.#listeners.push(() => void emitter.off(event, listener));
        return original(event, listener);
      };
    }
  }
}
