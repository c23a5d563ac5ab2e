import type { User } from '@noek/contract/auth/schemas';
import type { PublicConfig } from '@noek/contract/config/schemas';
import { errorText } from '../../../api/base/error-text.ts';
import { failedAnswer } from '../../../api/base/failed-answer.ts';
import { sessionCall } from '../../../api/base/session-fetch.ts';
import type { TrpcClient } from '../../../api/client.ts';
import type { AuthParameters } from '../../session/start/auth-parameters.ts';
import { type SignInScreen, signInUrl } from '../../session/start/sign-in-url.ts';
import { confirmUser, handleAuthParameters } from '../../session/start/start-up.ts';
import { endLogin, startUpPorts } from '../../session/start/start-up-ports.ts';
import { clearRecentLogout, recordLogout, storeUser } from '../../session/start/stored-user.ts';
import { companyTexts } from '../texts.ts';
import { report } from './controls.ts';

/** The client for typed procedures. It loads for a sign-in or a sign-out: other visits need no more than the opening request. */
const companyClient = async (): Promise<TrpcClient> => (await import('../../../api/client.ts')).createTrpcClient();

/** The user of the company site, from its session or the auth host's login; null without one or if the check fails. Once per page. */
export async function findCompanyUser(parameters: AuthParameters, config: PublicConfig): Promise<User | null> {
  const ports = startUpPorts(config, parameters.token, companyClient);
  const handled = await handleAuthParameters(parameters, ports);
  const user = handled.user === undefined ? await confirmUser(ports).catch(() => null) : handled.user;
  storeUser(user);
  return user;
}

const askUser = async () => (await companyClient()).auth.user.query(undefined, sessionCall());

/**
 * A page that is restored from the back-forward cache may show a user who has signed out. Calls back with the current user of a restored
 * page.
 */
export function followReturns(show: (user: User | null) => void): void {
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) void askUser().then(show, () => {});
  });
}

/** Shows the parts for signed-in people, or the parts for visitors (`user` null). */
export function showPerson(user: User | null, { origins }: PublicConfig): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-for="members"]')) element.hidden = user === null;
  for (const element of document.querySelectorAll<HTMLElement>('[data-for="visitors"]')) element.hidden = user !== null;
  setText('[data-user-name]', user?.name ?? '');
  setText('[data-user-email]', user?.email ?? '');
  document.documentElement.toggleAttribute('data-signed-in', user !== null);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-subscribe]'))
    link.href = subscribeUrl(user, origins);
}

function setText(selector: string, text: string) {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    element.textContent = text;
    element.title = text;
  }
}

/**
 * The address of the page that takes payments, on the chat host. It contains the name and email address that this page shows, so that the
 * chat can show them until the server has answered. They grant nothing.
 */
function subscribeUrl(user: User | null, origins: PublicConfig['origins']): string {
  const url = new URL('/subscribe', origins.chat);
  if (user) {
    const { id, name, email } = user;
    const token = { user: { id, name, email }, timestamp: Date.now(), domain: window.location.hostname };
    url.searchParams.set('auth_token', JSON.stringify(token));
  }
  return url.href;
}

/** Makes the links to sign in lead back to this page as it is, and ask for the password shortly after a sign-out. */
export function followSignInLinks(config: PublicConfig): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-sign-in]')) {
    const update = () => {
      link.href = signInUrl(config, link.dataset.signIn as SignInScreen);
    };
    update();
    link.addEventListener('click', () => {
      update();
      clearRecentLogout();
    });
  }
}

/** Makes Logout sign out of every host and go to the auth host, which confirms it and removes its stored user. */
export function enableLogout({ origins }: PublicConfig): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-logout]'))
    button.addEventListener('click', async () => {
      button.disabled = true;
      report(null);
      recordLogout();
      try {
        await endLogin(await companyClient());
        storeUser(null);
        window.location.assign(`${origins.auth}/login?auth_action=logout`);
      } catch (error) {
        clearRecentLogout();
        button.disabled = false;
        report(`${companyTexts.logoutFailed} ${errorText(error)}`);
      }
    });
}

/** Makes the debug button sign in the demo user and load the page again. A failure is only logged. */
export function enableTestLogin(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-test-login]'))
    button.addEventListener('click', async () => {
      button.disabled = true;
      try {
        const answer = await fetch('/api/auth/test-login', { method: 'POST' });
        const failure = await failedAnswer(answer);
        if (failure || !answer.ok) throw failure ?? new Error(`${answer.status}: ${await answer.text()}`);
        window.location.reload();
      } catch (error) {
        console.error('Test login failed', error);
        button.disabled = false;
      }
    });
}
