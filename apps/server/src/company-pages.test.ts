import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { companyPaths } from '@noek/contract/company-site';
import { planMessages } from '@noek/contract/limits';
import { operations } from '@noek/contract/operations';
import { memoryLimits } from '@noek/contract/plans';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { renderedFiles } from '../../web/vite/prerender.ts';
import { createApp } from './app.ts';
import { everyProcedure } from './every-procedure.ts';
import { openFixture } from './testing/documented-calls/documented-call.ts';

// The pages of the company site as the server sends them: rendered as in the build, with the settings of the server.

const company = 'http://noek.localhost:5000';
const donationUrl = "https://donate.example.com/noek?a=1&b='2'";
let root = '';

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'noek-company-'));
  const template = readFileSync(new URL('../../web/company.html', import.meta.url), 'utf8');
  for (const [file, html] of await renderedFiles(template, (name) => `/assets/${name}`)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), html);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function openSite(env: Record<string, string> = {}) {
  const { ctx, state } = await openFixture({ env: { DONATION_URL: donationUrl, ...env } });
  const app = createApp(ctx.composed.deps, state, root);
  const origin = env.COMPANY_ORIGIN ?? company;
  return (url: string, init?: RequestInit) => {
    const { host } = new URL(url, origin);
    return app.request(new URL(url, origin), { ...init, headers: { Host: host } });
  };
}
let get: Awaited<ReturnType<typeof openSite>>;
beforeEach(async () => {
  get = await openSite();
});

const documentOf = (html: string) => parseHTML(html).document;
type Page = ReturnType<typeof documentOf>;
const read = async (path: string, from = get): Promise<Page> => documentOf(await (await from(path)).text());
const textOf = (node: { textContent: string | null } | null | undefined) =>
  (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
const textsOf = (nodes: Iterable<{ textContent: string | null }>) => [...nodes].map(textOf);
const links = (document: Page, text: string) =>
  [...document.querySelectorAll('a')].filter((link) => textOf(link) === text).map((link) => link.getAttribute('href'));

describe('[2.06] every page', () => {
  test.each(companyPaths)('%s is whole without a script', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    const html = await answer.text();
    expect(html).not.toMatch(/\{\{|noek-when|picture:|<!--noek-/);
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
      'https://donate.example.com',
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
  test('are those of the server, and cannot become markup', async () => {
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
    expect(textsOf(hidden)).toEqual(['', 'Logout']);
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
      /Session persistence.*90 days/,
      /One sign-in for two sites/,
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
    for (const soon of ['Image generation', 'File upload', 'Community feed']) expect(facts).toContain(soon);
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
    expect(links(document, 'Back to Home')).toEqual(['/']);
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

describe("the developers' pages", () => {
  const articles = async (path: string) =>
    new Map([...(await read(path)).querySelectorAll('article')].map((one) => [textOf(one.querySelector('h3')), one]));
  /** The facts of a call by name. */
  const facts = (article: ReturnType<Page['querySelector']> | undefined) => {
    const list = article?.querySelector('dl');
    const names = [...(list?.children ?? [])].filter(({ tagName }) => tagName === 'DT');
    return Object.fromEntries(names.map((name) => [textOf(name), textOf(name.nextElementSibling)]));
  };

  test('have every REST call: who may call it, its input with limits, its responses and its errors', async () => {
    const shown = await articles('/developers/rest');
    expect([...shown.keys()]).toEqual(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    for (const { method, path, summary } of operations)
      expect(textOf(shown.get(`${method.toUpperCase()} ${path}`)?.querySelector('p'))).toBe(
        summary.replaceAll('`', ''),
      );
    expect(facts(shown.get('POST /api/conversations/{id}/messages'))).toEqual({
      Access: 'Signed-in people, and API tokens with the scope chat or all.',
      Path: 'id string',
      Headers: 'Idempotency-Key optionalstring 1 to 128 characters.',
      Body: expect.stringMatching(/^content string At most 32,000 characters\.clientMessageId optionalstring/),
      Example: expect.stringContaining('"content": "Hello"'),
      Response: '201 [Message, Message]200 An event stream, if the header Accept asks for one.',
      Errors: expect.stringMatching(
        /^400 BAD_REQUEST .*429 MESSAGE_LIMIT_REACHED .*\{ remainingMessages: 0, resetAt \}/,
      ),
    });
    expect(facts(shown.get('GET /api/admin/users')).Access).toBe('Administrators; no API tokens.');
    expect(facts(shown.get('GET /api/guest/status')).Access).toBe(
      'Anyone, and a new guest gets a cookie; no API tokens.',
    );
  });

  test('have every typed procedure with its access, input and response', async () => {
    const shown = await articles('/developers/typed-procedures');
    expect(shown.size).toBe(everyProcedure().length);
    expect(facts(shown.get('Mutation chat.delete'))).toMatchObject({
      Access: 'Anyone, and API tokens with the scope all.',
      Input: expect.stringMatching(/^conversationId number/),
    });
    expect(facts(shown.get('Subscription chat.live')).Response).toBe('A stream of events.');
  });

  test('list all their sections and calls in the contents', async () => {
    for (const path of ['/developers', '/developers/rest', '/developers/typed-procedures']) {
      const document = await read(path);
      const listed = [...document.querySelectorAll('#contents a')].map((link) => link.getAttribute('href'));
      const headings = [...document.querySelectorAll('main h2[id], main h3[id]')].filter(
        ({ id }) => id !== 'contents-heading',
      );
      expect(listed.sort()).toEqual(headings.map(({ id }) => `#${id}`).sort());
    }
  });

  test('show the examples of the documents, which a test runs, with the address of this server', async () => {
    const code: string[] = [];
    for (const path of ['/developers', '/developers/typed-procedures'])
      for (const block of (await read(path)).querySelectorAll('pre')) {
        // The contents scroll; their button needs a script.
        expect(block.getAttribute('tabindex')).toBe('0');
        expect(block.parentElement?.querySelector('button')?.hasAttribute('hidden')).toBe(true);
        code.push((block.textContent ?? '').trim());
      }
    const documents = ['api-guide', 'api'].map((name) =>
      readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8'),
    );
    const examples = documents.flatMap((text) => [...text.matchAll(/<!-- followed: .* -->\s+```\w+\n([\s\S]*?)```/g)]);
    expect(examples.length).toBeGreaterThan(8);
    for (const [, example = ''] of examples)
      expect(code).toContain(example.trim().replaceAll('http://localhost:5000', 'http://chat.noek.localhost:5000'));
    expect(code.join()).toContain('export NOEK_URL=http://chat.noek.localhost:5000');
    expect(code.join()).not.toContain('//localhost');
  });

  test('[2.06] can be found from every page', async () => {
    for (const path of ['/', '/policies']) {
      const document = await read(path);
      for (const place of ['header nav', 'footer nav'])
        expect(document.querySelectorAll(`${place} a[href="/developers"]`), path).toHaveLength(1);
    }
  });
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
  const folder = new URL('../../web/src/features/company/pictures/', import.meta.url);
  const seen = new Set<string>();
  for (const image of (await read('/')).querySelectorAll('img, source')) {
    const name = (image.getAttribute('src') ?? image.getAttribute('srcSet') ?? '').replace('/assets/', '');
    const file = readFileSync(new URL(name, folder));
    expect(file.length, name).toBeLessThan(150_000);
    const [width, height] = sizeOfWebp(file);
    expect([width, height], name).toEqual(['width', 'height'].map((side) => 2 * Number(image.getAttribute(side))));
    seen.add(name);
  }
  expect(seen.size).toBe(8);
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
