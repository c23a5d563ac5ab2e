import { html } from 'hono/html';
import { plainFormPage } from '../../../pages/plain-form-page.ts';
import { unsubscribePath } from './unsubscribe-token.ts';

type Html = ReturnType<typeof html>;

/** What the link's account gets now, with a button that changes it. `isNew`: it has just been changed. */
export function settingPage({
  token,
  subscribed,
  isNew = false,
}: {
  token: string;
  subscribed: boolean;
  isNew?: boolean;
}): Html {
  const action = `${unsubscribePath}?token=${encodeURIComponent(token)}${subscribed ? '' : '&again=1'}`;
  const button = html`<form method="post" action="${action}"><button>${subscribed ? 'Unsubscribe' : 'Subscribe again'}</button></form>`;
  if (!subscribed)
    return page(
      'You are unsubscribed',
      html`<p>You will get no more news from Noek by email. Mail about your account, such as links to sign in and receipts, still reaches you.</p>${button}`,
    );
  return isNew
    ? page('You are subscribed again', html`<p>You will get news from Noek by email.</p>${button}`)
    : page(
        'Unsubscribe from news?',
        html`<p>Noek's administrators send news by email to people with an account. Mail about your account, such as links to sign in and receipts, reaches you in any case.</p>${button}`,
      );
}

export const invalidLinkPage = (message: string): Html => page('This link does not work', html`<p>${message}</p>`);

const page = (title: string, content: Html): Html =>
  plainFormPage({ title, content, stylesheet: `${unsubscribePath}/style.css` });
