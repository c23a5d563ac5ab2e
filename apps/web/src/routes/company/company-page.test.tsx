import { type CompanyPath, fillCompanyPage } from '@noek/contract/company/site';
import type { PublicConfig } from '@noek/contract/config/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startCompanyPage } from '../../features/company/browser/start-company-page.ts';
import { noAuthParameters } from '../../features/session/start/auth-parameters.ts';
import { ignoresServerSession, storedUser, storeUser } from '../../features/session/start/stored-user.ts';
import { Refusal } from '../../testing/refusal.ts';
import { stubApi } from '../../testing/render-page.tsx';
import { testConfig } from '../../testing/test-config.ts';
import { renderCompanyPage } from './render-page.tsx';

// Tests what the script of the company site does with a page that the server has sent.

const mira = { id: 'u1', name: 'Mira', email: 'mira@example.com' };
/** A configuration whose auth host is on the same site as the test page. */
const onOneSite = { ...testConfig, origins: { ...testConfig.origins, auth: 'http://localhost:5001' } };
const refuse = () => {
  throw new Refusal('UNAUTHORIZED', 401, 'Please sign in first.');
};
const signedOut = { 'auth.user': () => null, 'auth.sync': refuse };

/** Shows a page as the server sends it. */
function load(path: CompanyPath | null = '/', config: PublicConfig = onOneSite) {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const page = document.createElement('div');
  page.innerHTML = fillCompanyPage(renderCompanyPage(path).body, config);
  page.insertAdjacentHTML('beforeend', `<script type="application/json" id="noek-config">${json}</script>`);
  document.body.replaceChildren(page);
}

async function open(path?: CompanyPath | null, config?: PublicConfig) {
  load(path, config);
  await startCompanyPage(noAuthParameters);
}

const banner = () => within(screen.getByRole('banner'));
const signInLink = () => banner().queryByRole<HTMLAnchorElement>('link', { name: 'Sign In' });
const logout = () => banner().queryByRole<HTMLButtonElement>('button', { name: 'Logout' });

beforeEach(() => {
  document.documentElement.removeAttribute('data-signed-in');
  localStorage.clear();
});

describe('who is here', () => {
  test('[2.136] a visitor can sign in and comes back', async () => {
    stubApi(signedOut);
    await open();
    const url = new URL(signInLink()?.href ?? '');
    expect(url.origin).toBe(onOneSite.origins.auth);
    expect(url.searchParams.get('return_to')).toBe(window.location.href);
    expect(logout()).toBeNull();
    expect(screen.getByRole('link', { name: 'Create Free Account' })).toBeTruthy();
  });

  test('[2.136] [4.31] a login on another host is found: name, email and Logout', async () => {
    const calls = stubApi({
      'auth.user': () => null,
      'auth.sync': () => ({ user: mira, token: 'for-the-company' }),
      'auth.crossDomainLogin': () => ({ user: mira, movedConversations: 0 }),
    });
    await open();
    expect(banner().getByText('Mira')).toBeTruthy();
    expect(banner().getByText('mira@example.com')).toBeTruthy();
    expect(logout()).not.toBeNull();
    expect(signInLink()).toBeNull();
    expect(calls['auth.crossDomainLogin']).toEqual([{ token: 'for-the-company' }]);
    expect(storedUser()).toEqual(mira);
  });

  test('[4.29] a stored user shows before the server has answered, and goes if it refuses', async () => {
    storeUser(mira as never);
    let answer = () => {};
    stubApi({ ...signedOut, 'auth.user': () => new Promise<null>((resolve) => (answer = () => resolve(null))) });
    load();

    const started = startCompanyPage(noAuthParameters);
    await waitFor(() => expect(banner().getByText('Mira')).toBeTruthy());
    expect(signInLink()).toBeNull();
    answer();
    await started;
    expect(signInLink()).not.toBeNull();
    expect(document.body.textContent).not.toContain('Mira');
    expect(storedUser()).toBeNull();
  });

  test('[4.37] [4.38] Logout ends the login everywhere and goes to the auth host', async () => {
    const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const done = () => ({ message: 'bye' });
    const calls = stubApi({ 'auth.user': () => mira, 'auth.crossDomainLogout': done, 'auth.logout': done });
    await open();
    fireEvent.click(logout() as HTMLElement);
    await waitFor(() => expect(left).toHaveBeenCalledWith('http://localhost:5001/login?auth_action=logout'));
    expect(Object.keys(calls)).toEqual(['auth.user', 'auth.crossDomainLogout', 'auth.logout']);
    expect(ignoresServerSession()).toBe(true);
    expect(storedUser()).toBeNull();
  });

  test('[4.37] a failed logout is reported, and can be tried again', async () => {
    stubApi({ 'auth.user': () => mira });
    await open();
    fireEvent.click(logout() as HTMLElement);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('You could not be signed out.'));
    expect(ignoresServerSession()).toBe(false);
    expect(logout()?.disabled).toBe(false);
    expect(banner().getByText('Mira')).toBeTruthy();
  });

  test('[4.37] a page from the back-forward cache does not show a user who has signed out', async () => {
    let user: typeof mira | null = mira;
    stubApi({ 'auth.user': () => user });
    await open();
    expect(banner().getByText('Mira')).toBeTruthy();
    user = null;
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(signInLink()).not.toBeNull());
  });

  test('[4.19] following Sign In ends the time after a sign-out, and asks for the password', async () => {
    stubApi(signedOut);
    localStorage.setItem('noek_recent_logout', String(Date.now()));
    await open();
    const link = signInLink() as HTMLAnchorElement;
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    expect(new URL(link.href).searchParams.get('force_login')).toBe('true');
    expect(localStorage.getItem('noek_recent_logout')).toBeNull();
  });

  test('[8.21] without an answer the page shows no user and no message', async () => {
    stubApi({});
    await open();
    expect(signInLink()).not.toBeNull();
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  test('[7.53] Upgrade leads to the subscribe page of the chat, with a token that names the user, the time and the domain', async () => {
    stubApi({ 'auth.user': () => mira });
    const before = Date.now();
    await open();
    const url = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Upgrade' }).href);
    expect(url.origin + url.pathname).toBe('http://chat.test/subscribe');
    const token = JSON.parse(url.searchParams.get('auth_token') ?? '{}') as Record<string, unknown>;
    expect(token).toEqual({ user: mira, timestamp: expect.any(Number), domain: window.location.hostname });
    expect(token.timestamp).toBeGreaterThanOrEqual(before);
    stubApi(signedOut);
    await open();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Upgrade' }).href).toBe('http://chat.test/subscribe');
  });
});

describe('[2.144] [7.18] [8.45] the debug button of the landing page', () => {
  const withTestLogin = { ...onOneSite, signIn: { ...onOneSite.signIn, testLogin: true } };
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Test Login (Debug)' });

  test('signs in and loads the page again', async () => {
    stubApi(signedOut);
    await open('/landing', withTestLogin);
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const fetched = vi.fn(async () => Response.json(mira));
    vi.stubGlobal('fetch', fetched);
    fireEvent.click(button());
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(fetched).toHaveBeenCalledWith('/api/auth/test-login', { method: 'POST' });
  });

  test('only logs a failure', async () => {
    stubApi(signedOut);
    await open('/landing', withTestLogin);
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('fetch', async () => Response.json({ message: 'No' }, { status: 404 }));
    fireEvent.click(button());
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(button().disabled).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe('');
  });
});

test('[1.19] [9.29] the theme button switches the theme and stores it', async () => {
  stubApi(signedOut);
  await open();
  // On phones, the button is in the menu of the header.
  const [button, inMenu] = banner().getAllByRole('button', { name: 'Switch to dark theme' });
  fireEvent.click(button as HTMLElement);
  expect(localStorage.getItem('noek_theme')).toBe('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(inMenu?.getAttribute('aria-label')).toBe('Switch to light theme');
  fireEvent.click(inMenu as HTMLElement);
  expect(localStorage.getItem('noek_theme')).toBe('light');
});

test('[2.153] Go Back on the 404 page leads to the previous page, and to the chat if there is none', async () => {
  stubApi(signedOut);
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => {});
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const pages = vi.spyOn(window.history, 'length', 'get').mockReturnValue(2);
  await open(null);
  fireEvent.click(screen.getByRole('button', { name: 'Go Back' }));
  expect(back).toHaveBeenCalledOnce();
  pages.mockReturnValue(1);
  fireEvent.click(screen.getByRole('button', { name: 'Go Back' }));
  expect(left).toHaveBeenCalledWith('http://chat.test');
});

describe('[2.148] release notes fade in when they come into view', () => {
  type Observed = { target: Element; callback: IntersectionObserverCallback };
  let observed: Observed[];
  const unseen = () => document.querySelectorAll('[data-unseen]').length;

  /** The first version is in view, the others are below it. */
  async function openNotes(reducedMotion: boolean) {
    observed = [];
    class FakeObserver {
      readonly #callback: IntersectionObserverCallback;
      constructor(callback: IntersectionObserverCallback) {
        this.#callback = callback;
      }
      observe(target: Element) {
        observed.push({ target, callback: this.#callback });
      }
      unobserve() {}
    }
    vi.stubGlobal('IntersectionObserver', FakeObserver);
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: reducedMotion, media: query }) as MediaQueryList,
    );
    load('/release-notes');
    for (const [at, article] of screen.getAllByRole('article').entries())
      article.getBoundingClientRect = () => ({ top: at * 900, bottom: at * 900 + 800 }) as DOMRect;
    vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(800);
    await startCompanyPage(noAuthParameters);
  }
  const report = (at: number, isIntersecting: boolean, bottom = 900) => {
    const { target, callback } = observed[at] as Observed;
    const entry = { target, isIntersecting, boundingClientRect: { bottom } } as unknown as IntersectionObserverEntry;
    callback([entry], {} as IntersectionObserver);
  };

  beforeEach(() => {
    stubApi(signedOut);
  });

  test('those below the view wait until they are reached or passed, once', async () => {
    await openNotes(false);
    const count = screen.getAllByRole('article').length;
    expect([observed.length, unseen()]).toEqual([count - 1, count - 1]);
    report(0, false);
    expect(unseen()).toBe(count - 1);
    report(0, true);
    expect(unseen()).toBe(count - 2);
    report(1, false, -10);
    expect(unseen()).toBe(count - 3);
  });

  test('with reduced motion nothing is ever hidden', async () => {
    await openNotes(true);
    expect([observed.length, unseen()]).toEqual([0, 0]);
  });

  test('a page without a script hides nothing', () => {
    load('/release-notes');
    expect(unseen()).toBe(0);
    expect(document.querySelector('[data-reveal]')).not.toBeNull();
  });
});

describe('examples for developers', () => {
  beforeEach(() => {
    stubApi(signedOut);
  });
  const firstCopy = () => {
    const [button] = screen.getAllByRole('button', { name: 'Copy the code' });
    return button as HTMLElement;
  };

  test('have a Copy button once the script has started, which copies what is shown', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    load('/developers');
    expect(screen.queryAllByRole('button', { name: /Copy/ })).toEqual([]);
    await startCompanyPage(noAuthParameters);
    vi.useFakeTimers();
    try {
      const button = firstCopy();
      fireEvent.click(button);
      await vi.advanceTimersByTimeAsync(0);
      expect(writeText).toHaveBeenCalledWith('export NOEK_URL=http://chat.test\nexport NOEK_TOKEN=noek_…');
      expect(button.textContent).toBe('Copied the code');
      await vi.advanceTimersByTimeAsync(2_000);
      expect(button.textContent).toBe('Copy the code');
    } finally {
      vi.useRealTimers();
    }
  });

  test('say that copying failed', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await open('/developers');
    fireEvent.click(firstCopy());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain("Couldn't copy."));
    expect(firstCopy().textContent).toBe('Copy the code');
  });
});
