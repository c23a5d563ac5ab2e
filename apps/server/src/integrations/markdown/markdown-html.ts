import { marked } from 'marked';
import sanitize from 'sanitize-html';

/**
 * The elements that Markdown can create. Pictures are not among them, because they would tell their server who reads the email, and when.
 */
const allowedTags = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'pre', 'ul', 'ol', 'li'],
  ...['a', 'strong', 'em', 'del', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

/** Markdown as sanitized HTML. Runs in a worker thread, because a hostile text can keep it busy or exhaust its stack. */
export default function markdownHtml(text: string): string {
  return sanitize(marked.parse(text, { async: false }), {
    allowedTags,
    allowedAttributes: { a: ['href'], ol: ['start'], th: ['align'], td: ['align'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
  }).trim();
}
