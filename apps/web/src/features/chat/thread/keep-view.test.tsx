// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeUser } from '../../session/start/stored-user.ts';
import { mira } from '../../session/testing/mira.ts';
import { forgetLocalCache } from '../local-cache/forget-local-cache.ts';
import { type KeptView, useKeptView } from './keep-view.ts';

const beforePaint = readFileSync(join(import.meta.dirname, '../../../../public/kept-view.js'), 'utf8');
const key = 'noek_kept_view';
const script = '/assets/chat-1.js';

function Conversation({ userId = mira.id }: { userId?: string | null }) {
  const [list, scroller] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useKeptView({ userId, ids: () => ['a', 'b'], list, scroller });
  return (
    <div ref={scroller} className="scroller">
      <div ref={list} className="list">
        <div style={{ position: 'absolute' }}>
          <div data-message="a">Apples</div>
        </div>
        <div style={{ position: 'absolute' }}>
          <div data-message="b">
            <p dir="auto" id="pears">
              <a href="https://example.com/" className="prose-link">
                Pears
              </a>
            </p>
            <svg viewBox="0 0 24 24" aria-hidden>
              <path d="M1 1" />
            </svg>
          </div>
        </div>
      </div>
    </div>
  );
}

type HappyWindow = { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } };
let visibility = 'visible';
function turn(state: 'hidden' | 'visible') {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}
/** Loads a page that has its shell and the entry `page`, as the browser does after `kept-view.js`. Returns the HTML of the view, if it shows. */
async function loadPage(page = script): Promise<string | null> {
  document.documentElement.innerHTML = '<head></head><body></body>';
  delete document.documentElement.dataset.kept;
  new Function(beforePaint)();
  document.head.insertAdjacentHTML('beforeend', `<script type="module" src="${page}"></script>`);
  // Observers are called in the order in which they began.
  const parsed = new Promise((done) => new MutationObserver(done).observe(document.body, { childList: true }));
  document.body.innerHTML = '<div class="shell"><div class="shell-main"></div></div>';
  await parsed;
  return document.querySelector('.shell-kept')?.outerHTML ?? null;
}
function keep(changes: Partial<KeptView> = {}) {
  const kept: KeptView = { userId: mira.id, path: '/chat/7', script, styles: [], view: ['div', {}, 'Pears'] };
  localStorage.setItem(key, JSON.stringify({ ...kept, ...changes }));
}

beforeEach(() => {
  // The files of the build do not exist here.
  (window as unknown as HappyWindow).happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  localStorage.clear();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility as DocumentVisibilityState);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
  // The last message has room below its text, which does not count.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const height = this.matches('[data-message] > *') ? 300 : 900;
    return { top: 0, bottom: height, height } as DOMRect;
  });
  document.head.innerHTML = `<script type="module" src="${script}"></script>`;
  window.history.replaceState(null, '', '/chat/7');
  storeUser(mira);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('the kept view of a conversation shows once, before the code of the next page has loaded', async () => {
  render(<Conversation />);
  expect(localStorage.getItem(key)).toBeNull();
  turn('hidden');
  cleanup();
  const view = await loadPage();
  expect(view).toContain('Apples');
  expect(view).toContain('<p dir="auto"><a class="prose-link">Pears</a></p>');
  expect(view).toContain('<svg viewBox="0 0 24 24"><path d="M1 1"></path></svg>');
  expect(view).not.toContain('absolute');
  expect(document.querySelector('.shell-main')?.hasAttribute('inert')).toBe(true);
  expect(localStorage.getItem(key)).toBeNull();
  expect(await loadPage()).toBeNull();
});

test('nothing is kept while the page is visible, nor for a person who is not confirmed', () => {
  const { rerender } = render(<Conversation />);
  turn('hidden');
  expect(localStorage.getItem(key)).not.toBeNull();
  turn('visible');
  expect(localStorage.getItem(key)).toBeNull();
  rerender(<Conversation userId={null} />);
  turn('hidden');
  expect(localStorage.getItem(key)).toBeNull();
});

test('[4.37] it is removed with the local cache', () => {
  keep();
  forgetLocalCache();
  expect(localStorage.getItem(key)).toBeNull();
});

test('it does not show for another person, conversation or build, and is removed then', async () => {
  keep();
  expect(await loadPage()).toContain('Pears');
  for (const changes of [{ userId: 'u2' }, { path: '/chat/8' }]) {
    keep(changes);
    expect([changes, await loadPage()]).toEqual([changes, null]);
    expect(localStorage.getItem(key)).toBeNull();
  }
  keep();
  expect(await loadPage('/assets/chat-2.js')).toBeNull();
  keep();
  window.history.replaceState(null, '', '/chat/7?message=m');
  expect(await loadPage()).toBeNull();
  window.history.replaceState(null, '', '/chat/7');
  keep();
  storeUser(null);
  expect(await loadPage()).toBeNull();
  localStorage.setItem(key, '{ not a view');
  storeUser(mira);
  expect(await loadPage()).toBeNull();
});

test('nothing that is stored can run or load anything', async () => {
  keep({
    styles: [
      'https://elsewhere.example/x.css',
      '//elsewhere.example/x.css',
      '/assets/../x.css',
      '/assets/thread-1.css',
    ],
    view: [
      'div',
      { onclick: 'alert(1)', id: 'root' },
      ['script', {}, 'alert(1)'],
      ['iframe', { src: '/' }],
      ['img', { src: 'x', onerror: 'alert(1)' }],
      ['a', { href: 'javascript:alert(1)', class: 'prose-link' }, 'link'],
      ['svg', { viewBox: '0 0 1 1' }, ['script', {}, 'alert(1)'], ['use', { href: '/x.svg#x' }]],
      '<b>words</b>',
    ],
  });
  expect(await loadPage()).toBe(
    '<div class="shell-kept"><a class="prose-link">link</a><svg viewBox="0 0 1 1"></svg>&lt;b&gt;words&lt;/b&gt;</div>',
  );
  expect([...document.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual([
    '/assets/thread-1.css',
  ]);
});
