import { readFileSync } from 'node:fs';
import { companyPaths } from '@noek/contract/company/site';
import { planMessages } from '@noek/contract/subscription/limits';
import { memoryLimits } from '@noek/contract/subscription/plans';
import { parseHTML } from 'linkedom';
import { beforeEach, describe, expect, test } from 'vitest';
import packageJson from '../../../../package.json' with { type: 'json' };
import {
  companyOrigin,
  documentOf,
  type GetPage,
  type Page,
  readPage,
  textOf,
  textsOf,
  withCompanySite,
} from '../testing/company-site.ts';

// The pages of the company site as the server sends them: rendered as in the build, with the settings of the server.

const company = companyOrigin;
const donationUrl = "https://donate.example.com/noek?a=1&b='2'";
const openCompanySite = withCompanySite();
const openSite = (env: Record<string, string> = {}) => openCompanySite({ DONATION_URL: donationUrl, ...env });
let get: GetPage;
beforeEach(async () => {
  get = await openSite();
});

const read = (path: string, from = get) => readPage(from, path);
const links = (document: Page, text: string) =>
  [...document.querySelectorAll('a')].filter((link) => textOf(link) === text).map((link) => link.getAttribute('href'));

describe('[2.06] every page', () => {
  test.each(companyPaths)('%s is whole without a script', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    const html = await answer.text();
    expect(html).not.toMatch(/\{\{\w+(Origin|Email|Url)|noek-when|picture:|<!--noek-/);
    // The content security policy allows no inline scripts and styles.
    expect(html).not.toMatch(/<style|\sstyle="|\son\w+="/);
    expect(html).not.toMatch(/<script(?![^>]*(src=|type="application\/json"))/);
    const { document } = parseHTML(html);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    for (const landmark of ['body > div > header', 'main', 'body > div > footer'])
      expect(document.querySelectorAll(landmark), landmark).toHaveLength(1);
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1]));
    for (const [at, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1);
    for (const image of document.querySelectorAll('img'))
      for (const name of ['width', 'height', 'alt', 'src']) expect(image.getAttribute(name), name).toBeTruthy();
  });

  test('has a title, a description and an address of its own, and a picture for links to it', async () => {
    const seen = { titles: new Set<string>(), descriptions: new Set<string | null>() };
    for (const path of companyPaths) {
      const document = await read(path);
      const meta = (name: string) =>
        document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? null;
      seen.titles.add(document.title);
      seen.descriptions.add(meta('description'));
      expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(company + path);
      expect(meta('og:url')).toBe(company + path);
      expect(meta('og:title')).toBe(document.title);
      expect(meta('og:description')).toBe(meta('description'));
      expect(meta('og:image')).toBe(`${company}/assets/open-graph.png`);
      expect(meta('robots')).toBeNull();
    }
    expect([seen.titles.size, seen.descriptions.size]).toEqual([companyPaths.length, companyPaths.length]);
    expect(seen.descriptions).not.toContain(null);
  });

  test('leads only to pages and sections that exist', async () => {
    const addresses = new Set<string>();
    const others = new Set<string>();
    for (const path of companyPaths)
      for (const link of (await read(path)).querySelectorAll('a')) {
        const url = new URL(link.getAttribute('href') ?? '', company + path);
        if (url.origin === company) addresses.add(url.href);
        else others.add(url.origin === 'null' ? url.protocol : url.origin);
      }
    const pages = new Map<string, string[]>();
    for (const address of addresses) {
      const { hash, pathname } = new URL(address);
      if (!pages.has(pathname)) {
        const answer = await get(pathname);
        expect([pathname, answer.status]).toEqual([pathname, 200]);
        pages.set(
          pathname,
          [...documentOf(await answer.text()).querySelectorAll('[id]')].map(({ id }) => id),
        );
      }
      if (hash)
        expect(
          pages.get(pathname)?.filter((id) => id === hash.slice(1)),
          address,
        ).toHaveLength(1);
    }
    expect(addresses.size).toBeGreaterThan(40);
    expect([...others].sort()).toEqual([
      'http://auth.noek.localhost:5000',
      'http://chat.noek.localhost:5000',
      'https://datatracker.ietf.org',
      'https://donate.example.com',
      'https://www.standardwebhooks.com',
      'mailto:',
    ]);
  });

  test('links to sign in lead back to the page', async () => {
    for (const path of companyPaths) {
      const [href] = links(await read(path), 'Sign In');
      const url = new URL(href ?? '');
      expect(url.origin + url.pathname).toBe('http://auth.noek.localhost:5000/login');
      expect(url.searchParams.get('return_to')).toBe(company + path);
    }
  });
});

describe('settings', () => {
  test('come from the server, and cannot become markup', async () => {
    const from = await openSite({
      COMPANY_ORIGIN: 'https://example.com',
      CHAT_ORIGIN: 'https://chat.example.com',
      AUTH_ORIGIN: 'https://auth.example.com',
      SUPPORT_EMAIL: "o'hara@example.com",
    });
    const document = await read('/', from);
    expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe('https://example.com/');
    expect(links(document, 'Try Noek')).toContain('https://chat.example.com');
    expect(textOf(document.querySelector('footer'))).toContain("o'hara@example.com");
    expect(links(document, 'Write to us')).toEqual(["mailto:o'hara@example.com"]);
  });

  test('[2.144] the debug button exists only where test login does', async () => {
    const buttons = (document: Page) => textsOf(document.querySelectorAll('main button'));
    expect(buttons(await read('/landing'))).toEqual(['Test Login (Debug)']);
    expect(buttons(await read('/landing', await openSite({ ENABLE_TEST_LOGIN: 'false' })))).toEqual([]);
  });

  test('[1.17] [7.54] Donate leads to the payment provider, and does not exist without one', async () => {
    for (const path of ['/', '/landing']) expect(links(await read(path), 'Donate')).toEqual([donationUrl]);
    const without = await openSite({ DONATION_URL: '' });
    for (const path of ['/', '/landing']) expect(links(await read(path, without), 'Donate')).toEqual([]);
    expect(textOf(await read('/landing', without).then(({ body }) => body))).toContain('Donations are not open yet.');
  });
});

describe('[2.135] the home page', () => {
  test('[2.136] its header has the brand, a Beta badge, Sign In, Try Noek, and a place for name, email and Logout', async () => {
    const header = (await read('/')).querySelector('header');
    for (const text of ['Noek', 'Beta', 'Sign In', 'Try Noek', 'Logout']) expect(textOf(header)).toContain(text);
    const hidden = [...(header?.querySelectorAll('[hidden]') ?? [])];
    expect(hidden.some((element) => element.querySelector('[data-user-name]'))).toBe(true);
    expect(textsOf(hidden)).toEqual(['', 'Logout', 'Open Noek']);
  });

  test('[1.07] [2.138] it warns that this is a beta with known bugs', async () => {
    const hero = textOf((await read('/')).querySelector('main > section'));
    expect(hero).toContain('Noek is in beta. There are known bugs in account saving, data storage and chat.');
  });

  test('[1.08] [1.09] [1.10] [1.11] [1.12] [1.13] [1.14] [1.15] [2.139] it lists the features', async () => {
    const cards = textsOf((await read('/')).querySelectorAll('#features li'));
    for (const feature of [
      /Multi-provider AI system/,
      /Real-time web search/,
      /Memory bank/,
      /Conversation archive and delete/,
      /Fun Mode/,
      /Files and pictures/,
      /Projects/,
      /Prompts/,
      /Compare answers/,
      /Import your conversations/,
      /Account security/,
      /Sign in once.*the chat and this site.*session lasts 90 days/,
    ])
      expect(
        cards.some((card) => feature.test(card)),
        String(feature),
      ).toBe(true);
  });

  test('[1.16] [1.18] [2.140] [9.30] "Meet Noek" has features, both versions, the release date and what comes next', async () => {
    const meet = (await read('/')).querySelector('#meet');
    expect(textOf(meet?.querySelector('h2'))).toBe('Meet Noek');
    const facts = textsOf(meet?.querySelectorAll('li') ?? []);
    for (const fact of ['Version 2 of the assistant', `Version ${packageJson.version}`, 'Released June 26, 2025'])
      expect(facts).toContain(fact);
    for (const soon of ['Image generation', 'File upload Here now', 'Community feed']) expect(facts).toContain(soon);
    expect(textsOf(meet?.querySelectorAll('h3') ?? [])).toContain('Coming soon');
    expect(packageJson.version).toBe('1.5.0');
  });

  test('[2.141] [9.01] [9.02] [9.03] it compares the plans with the limits that apply', async () => {
    const plans = (await read('/')).querySelector('#plans');
    const [basic, premium] = textsOf(plans?.querySelectorAll('section') ?? []);
    const number = (value: number) => value.toLocaleString('en-US');
    expect(basic).toContain('Basic (Free)$0');
    expect(basic).toContain(`${number(planMessages.basicPerDay)} messages per day`);
    expect(basic).toContain(`${memoryLimits.basic} memories`);
    expect(premium).toContain('SuperNoekRecommended$30per month');
    expect(premium).toContain(`${number(planMessages.premiumPer4Hours)} messages every 4 hours`);
    expect(premium).toContain(`${memoryLimits.supernoek} memories`);
    expect(textOf(plans)).toContain(`up to ${number(planMessages.premiumPerDay)} messages per day`);
    expect(links(await read('/'), 'Upgrade')).toEqual(['http://chat.noek.localhost:5000/subscribe']);
  });

  test('[2.142] [2.143] it has support, and a footer with the policies and the release notes', async () => {
    const document = await read('/');
    expect(textOf(document.querySelector('#support h2'))).toBe('Support');
    expect(links(document, 'Write to us')).toEqual(['mailto:support@noek.example']);
    const footer = [...document.querySelectorAll('footer a')].map((link) => [textOf(link), link.getAttribute('href')]);
    expect(footer).toContainEqual(['Privacy Policy', '/policies']);
    expect(footer).toContainEqual(['Release Notes', '/release-notes']);
  });
});

test('[2.144] the landing page has Get Started, feature cards, donations and Sign In Now', async () => {
  const document = await read('/landing');
  const signUp = new URL(links(document, 'Get Started')[0] ?? '');
  expect(signUp.pathname).toBe('/signup');
  expect(new URL(links(document, 'Sign In Now')[0] ?? '').pathname).toBe('/login');
  expect(document.querySelectorAll('#features li').length).toBeGreaterThan(6);
  expect(textOf(document.querySelector('#donate'))).toContain('donation');
});

describe('[2.145] the release notes', () => {
  test('[2.146] [2.150] lead home, say that this is a beta, and link the privacy policy', async () => {
    const document = await read('/release-notes');
    expect(links(document, 'Back to home')).toEqual(['/']);
    expect(textOf(document.querySelector('main'))).toContain('Beta Version');
    const footer = [...document.querySelectorAll('footer nav a')].map((link) => link.getAttribute('href'));
    expect(footer.slice(0, 2)).toEqual(['/', '/policies/privacy-policy']);
  });

  test('[1.18] [2.147] [2.149] [3.21] [9.37] show every version with badges, date and groups of changes', async () => {
    const articles = [...(await read('/release-notes')).querySelectorAll('article')];
    const versions = textsOf(articles.flatMap((article) => [...article.querySelectorAll('h2')]));
    const dates = articles.map((article) => textOf(article.querySelector('time')));
    expect(versions[0]).toBe('v1.5.0 Beta');
    expect(versions.at(-1)).toBe('v1.0.0');
    expect([dates[0], dates.at(-1)]).toEqual(['June 28, 2025', 'May 28, 2025']);
    const times = dates.map((date) => Date.parse(date));
    expect(times).toEqual([...times].sort((one, other) => other - one));
    const colours = { Major: /danger/, Minor: /info/, Patch: /success/ };
    for (const article of articles) {
      const badges = [...article.querySelectorAll('span')];
      expect(textsOf(badges)).toContain('Beta');
      const types = badges.filter((badge) => textOf(badge) in colours);
      expect(types).toHaveLength(1);
      expect(types[0]?.className).toMatch(colours[textOf(types[0]) as keyof typeof colours]);
    }
    const groups = new Set(textsOf(articles.flatMap((article) => [...article.querySelectorAll('h3')])));
    expect([...groups].sort()).toEqual(['Added', 'Changed', 'Deprecated', 'Fixed', 'Highlights', 'Security']);
  });

  test('[6.05] [9.05] give the memories of each tier as they are', async () => {
    const notes = textOf((await read('/release-notes')).querySelector('main'));
    const { basic, supernoek, admin } = memoryLimits;
    expect(notes).toContain(`${basic} memories on Basic, ${supernoek} on SuperNoek and an ${admin} number`);
  });
});

test('[2.151] [9.31] the policies: four cards with dates, one of them not linked, and three addresses', async () => {
  const document = await read('/policies');
  const cards = [...document.querySelectorAll('main li')];
  expect(cards.map((card) => textOf(card.querySelector('h2')))).toEqual([
    'Privacy Policy',
    'Terms of Service',
    'AI Usage Policy',
    'Cookie Policy Coming Soon',
  ]);
  for (const card of cards) expect(textOf(card)).toContain('Last updated: August 1, 2025');
  expect(cards.map((card) => card.querySelector('a')?.getAttribute('href') ?? null)).toEqual([
    '/policies/privacy-policy',
    '/policies/terms-of-service',
    '/policies/ai-usage-policy',
    null,
  ]);
  expect((await get('/policies/cookie-policy')).status).toBe(404);
  expect(textsOf(document.querySelectorAll('dl > div'))).toEqual(
    ['Legal', 'Privacy', 'Support'].map((about) => `${about}support@noek.example`),
  );
});

describe('[2.153] [8.55] unknown paths', () => {
  test.each(['/nothing', '/policies/', '/company/home.html', '/home', '/login', '/policies/..%2f'])(
    '%s gets the 404 page and its status',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      const { document } = parseHTML(await answer.text());
      expect(document.title).toBe('AI Pathway Error · Noek');
      expect(textOf(document.querySelector('h1'))).toBe('AI Pathway Error');
      expect(textOf(document.querySelector('code'))).toBe('NEURAL_PATH_404');
      expect(links(document, 'Return to Chat')).toEqual(['http://chat.noek.localhost:5000']);
      expect(textsOf(document.querySelectorAll('main button'))).toEqual(['Go Back']);
      expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
      expect(document.querySelector('link[rel="canonical"]')).toBeNull();
    },
  );
});

test('the pictures of the product have the proportions that the page reserves for them, and are small', async () => {
  const folder = new URL('../../../web/src/features/company/pictures/', import.meta.url);
  const seen = new Set<string>();
  for (const image of (await read('/')).querySelectorAll('img, source')) {
    const name = (image.getAttribute('src') ?? image.getAttribute('srcSet') ?? '').replace('/assets/', '');
    const file = readFileSync(new URL(name, folder));
    expect(file.length, name).toBeLessThan(150_000);
    const [width, height] = sizeOfWebp(file);
    expect([width, height], name).toEqual(['width', 'height'].map((side) => 2 * Number(image.getAttribute(side))));
    seen.add(name);
  }
  expect(seen.size).toBe(12);
});

/** Width and height in pixels, from the extended header of a WebP file (RFC 9649, section 2.7). */
function sizeOfWebp(file: Buffer): [number, number] {
  expect([file.toString('latin1', 0, 4), file.toString('latin1', 8, 16)]).toEqual(['RIFF', 'WEBPVP8X']);
  return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1];
}

describe('crawlers', () => {
  test('the site map lists every page and the help pages', async () => {
    const answer = await get('/sitemap.xml');
    expect(answer.headers.get('content-type')).toContain('xml');
    const listed = [...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? '');
    for (const path of companyPaths) expect(listed).toContain(company + path);
    expect(listed).toContain(`${company}/help/what-is-noek`);
    for (const url of listed) expect((await get(url)).status, url).toBe(200);
  });

  test('robots.txt names it on the company host only', async () => {
    expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${company}/sitemap.xml`);
    const chat = await (await get('http://localhost:5000/robots.txt')).text();
    expect(chat).toBe('User-agent: *\nDisallow: /api/\n');
  });
});
