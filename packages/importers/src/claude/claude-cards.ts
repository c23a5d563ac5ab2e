import { cardWords } from '../reading/card-words.ts';
import { type Part, textParts } from '../reading/parts.ts';
import { firstText, listOf, parsedJson, recordOf, textOf } from '../reading/values.ts';

type Fields = Record<string, unknown>;

/** Tools whose calls are cards that people see: their names end with a version, or say so. */
const isCard = /_v\d+$|display|compose|show|ask_user|card|present|recommend|suggest/i;

/** The words of a card, such as a mail that can be sent, or a question with buttons; none for tools that show nothing. */
export function cardParts(tool: string, input: Fields): Part[] {
  if (!isCard.test(tool)) return [];
  const drawing = textOf(input.widget_code);
  if (drawing.trim() !== '') {
    const language = /^\s*<svg/i.test(drawing) ? 'svg' : 'html';
    return [{ type: 'document', title: firstText(input.title) || 'Drawing', language, text: drawing }];
  }
  const mails = mailsIn(input);
  if (mails.length === 0) return textParts(cardWords(input));
  const title = textOf(input.summary_title).trim();
  return textParts([...(title === '' ? [] : [`**${title}**`]), ...mails].join('\n\n'));
}

/** The versions of a mail or another message, each with its label and subject. */
function mailsIn(input: Fields): string[] {
  const given = typeof input.variants === 'string' ? parsedJson(input.variants) : input.variants;
  const variants = listOf(given).map(recordOf);
  const mails = [...variants, input].filter(({ body }) => textOf(body).trim() !== '');
  return mails.map(({ label, subject, body }) => {
    const name = textOf(label).trim();
    const about = textOf(subject).trim();
    const head = [name && mails.length > 1 ? `**${name}**` : '', about && `**Subject:** ${about}`];
    return [...head, textOf(body).trim()].filter((text) => text !== '').join('\n\n');
  });
}
