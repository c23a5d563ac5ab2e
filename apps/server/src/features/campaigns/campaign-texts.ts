import { campaignProblems } from '@noek/contract/campaigns/problems';
import type { CampaignPreview, CampaignText } from '@noek/contract/campaigns/schemas';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { escapeHtml } from '../outbox/compose-mail.ts';

/**
 * Both forms of what an administrator wrote. No placeholders in it are filled in, and HTML in it is sanitized. Throws BAD_REQUEST for
 * Markdown that is beyond the bounds of a message.
 */
export async function campaignTexts(
  { markdown }: Pick<Deps, 'markdown'>,
  { format, content }: Pick<CampaignText, 'format' | 'content'>,
): Promise<CampaignPreview> {
  const text = content.replace(/\r\n?/g, '\n').trim();
  if (format === 'text') return { text, html: textAsHtml(text) };
  const html = await markdown.toHtml(text);
  if (html === null) throw new AppError('BAD_REQUEST', campaignProblems.tooMuchMarkdown);
  return { text, html };
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
