import type { CampaignFormat, CampaignPreview } from '@noek/contract/campaigns';
import { escapeHtml } from '../outbox/compose-mail.ts';

/** What Markdown can make. Pictures are not among it: they would tell their server who reads the email, and when. */
const allowedTags = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'pre', 'ul', 'ol', 'li'],
  ...['a', 'strong', 'em', 'del', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

/** Both forms of what an administrator wrote. It is only ever text: nothing in it is filled in, and HTML in it is sanitized. */
export async function campaignTexts(format: CampaignFormat, content: string): Promise<CampaignPreview> {
  const text = content.replace(/\r\n?/g, '\n').trim();
  return { text, html: format === 'markdown' ? await markdownAsHtml(text) : textAsHtml(text) };
}

/** Both forms with the footer that every email of a campaign has. */
export function withFooter({ text, html }: CampaignPreview, unsubscribeUrl: string): CampaignPreview {
  const why = 'You get this email because you have an account with Noek.';
  return {
    text: `${text}\n\n-- \n${why}\nUnsubscribe: ${unsubscribeUrl}\n`,
    html: `${html}\n<hr>\n<p><small>${why} <a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a></small></p>`,
  };
}

const textAsHtml = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n');

async function markdownAsHtml(text: string): Promise<string> {
  // Loaded with the first email, so that the server starts without them.
  const [{ marked }, { default: sanitize }] = await Promise.all([import('marked'), import('sanitize-html')]);
  return sanitize(marked.parse(text, { async: false }), {
    allowedTags,
    allowedAttributes: { a: ['href'], ol: ['start'], th: ['align'], td: ['align'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
  }).trim();
}
