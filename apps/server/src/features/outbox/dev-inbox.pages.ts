import { html } from 'hono/html';
import { type InboxMail, linkPattern } from '../../integrations/mail/inbox.ts';
import { plainPage } from '../../pages/plain-page.ts';

type Html = ReturnType<typeof html>;

/** The list of mails, newest first. */
export function inboxPage(mails: readonly InboxMail[]): Html {
  const rows = mails.map(
    ({ id, to, subject, createdAt }) => html`<li>
      <a href="/dev/inbox/${id}"><strong>${subject}</strong><span>${to}</span>${timestamp(createdAt)}</a>
    </li>`,
  );
  return page(
    'Inbox',
    html`<h1>Inbox</h1>
      <p class="hint">While SMTP_URL is not set, Noek keeps its mail here instead of sending it. Reload the page to check for new mail.</p>
      ${rows.length > 0 ? html`<ul class="mails">${rows}</ul>` : html`<p class="empty">No mail yet.</p>`}`,
  );
}

/** One mail as its recipient reads it, with clickable links. */
export function mailPage({ to, subject, text, createdAt }: InboxMail): Html {
  return page(
    subject,
    html`<p class="hint"><a href="/dev/inbox">Inbox</a></p>
      <article>
        <h1>${subject}</h1>
        <p class="hint">To ${to} · ${timestamp(createdAt)}</p>
        <div class="text">${linked(text)}</div>
      </article>`,
  );
}

const page = (title: string, content: Html): Html =>
  plainPage({
    title: `${title} · Noek inbox`,
    stylesheet: '/dev/inbox/style.css',
    head: html`<meta name="robots" content="noindex">`,
    content,
  });

function timestamp(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

function linked(text: string): (string | Html)[] {
  const parts: (string | Html)[] = [];
  let end = 0;
  for (const { 0: url, index } of text.matchAll(linkPattern)) {
    parts.push(text.slice(end, index), html`<a href="${url}">${url}</a>`);
    end = index + url.length;
  }
  return [...parts, text.slice(end)];
}
