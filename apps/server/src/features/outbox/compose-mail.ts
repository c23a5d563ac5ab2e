import type { MailContent } from './enqueue-mail.ts';

/** The parts of a mail, in plain text. A blank line separates paragraphs, a line break begins a line. */
export type MailParts = {
  subject: string;
  greeting: string;
  intro: string;
  /** The one action that the mail asks for, if any. */
  action?: { label: string; url: string };
  outro: string;
};

/** Composes a mail as plain text and as HTML without images or stylesheets. */
export function composeMail({ subject, greeting, intro, action, outro }: MailParts): MailContent {
  const link = action ? `${action.label}:\n${action.url}\n\n` : '';
  const text = `${greeting}\n\n${intro}\n\n${link}${outro}\n\nNoek\n`;
  const html = mailDocument(
    subject,
    `${paragraphs(greeting)}${paragraphs(intro)}
${action ? button(action) : ''}${paragraphs(outro)}`,
  );
  return { subject, text, html };
}

/** The HTML form of a mail, with its content in the frame that all mails share. */
export function mailDocument(subject: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:32px 16px;font-family:Inter,system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.6">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-size:18px;font-weight:600">Noek</p>
${content}
</div>
</body>
</html>
`;
}

function button({ label, url }: NonNullable<MailParts['action']>): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#5b46d6;color:#fff;text-decoration:none;font-weight:500">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px">Or open this address:<br><a href="${escapeHtml(url)}" style="word-break:break-all">${escapeHtml(url)}</a></p>
`;
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((part) => `<p style="margin:0 0 16px">${escapeHtml(part).replaceAll('\n', '<br>')}</p>\n`)
    .join('');
}

/** A text as HTML that shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
