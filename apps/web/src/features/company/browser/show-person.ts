import type { User } from '@noek/contract/auth/schemas';
import type { PublicConfig } from '@noek/contract/config/schemas';

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
