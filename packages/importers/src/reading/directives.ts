import { attributesIn } from './elements.ts';
import { fencesOf } from './fences.ts';
import type { Cut } from './pieces.ts';

// ChatGPT writes mails and documents between `:::writing{variant="email" id="48213" subject="Picnic"}` and `:::`, LibreChat artifacts between
// `:::artifact{…}` and `:::`. People see a card with its text. Lines without braces, such as `:::note`, are Markdown of other programs and stay.

type Line = { from: number; to: number; text: string; isInCode: boolean };
type Open = { line: Line; isCard: boolean };

const opening = /^[ \t>]*:{3,}[ \t]*[A-Za-z]/;
const cardOpening = /^[ \t>]*:{3,}[ \t]*[A-Za-z][\w-]*[ \t]*\{(.*)\}[ \t\r]*$/;
const closing = /^[ \t>]*:{3,}[ \t\r]*$/;

/** The lines that only begin and end cards: what they say to people takes their place. */
export function directiveCuts(text: string): Cut[] {
  if (!/^[ \t>]*:{3,}[ \t]*[A-Za-z][\w-]*[ \t]*\{/m.test(text)) return [];
  const lines = linesOf(text);
  const cuts: Cut[] = [];
  const open: Open[] = [];
  for (const line of lines) {
    if (line.isInCode) continue;
    if (closing.test(line.text)) {
      if (open.pop()?.isCard) cuts.push(cut(line, ''));
    } else if (opening.test(line.text)) {
      const [, attributes] = cardOpening.exec(line.text) ?? [];
      if (attributes !== undefined) cuts.push(cut(line, headOf(attributes)));
      open.push({ line, isCard: attributes !== undefined });
    }
  }
  // A code block in a card that does not end hides the card's end.
  const hidden = lines.filter(({ isInCode, text: line }) => isInCode && closing.test(line));
  for (const { line, isCard } of open) {
    const end = isCard ? hidden.at(-1) : undefined;
    if (!end || end.from < line.from) continue;
    cuts.push(cut(end, ''));
    hidden.pop();
  }
  return cuts;
}

const cut = ({ from, to }: Line, by: string): Cut => ({ from, to, by: by === '' ? [] : [by] });

function linesOf(text: string): Line[] {
  const isInCode = fencesOf(text);
  let at = 0;
  return text.split('\n').map((line) => {
    const from = at;
    at = Math.min(text.length, at + line.length + 1);
    return { from, to: at, text: line, isInCode: isInCode(from) };
  });
}

const machineAttribute = /^(?:id|identifier|variant|type|lang|language|class|style|.*_id)$/;
const labels: Record<string, string> = { subject: 'Subject', recipient: 'To', to: 'To', cc: 'Cc', bcc: 'Bcc' };

/** What the line says to people: the title of the card, or the subject and recipient of a mail. */
function headOf(attributes: string): string {
  const said = [...attributesIn(attributes)]
    .filter(([name, value]) => !machineAttribute.test(name) && value.trim() !== '')
    .map(([name, value]) => {
      const label = labels[name];
      if (label !== undefined) return `**${label}:** ${value}`;
      return /^(?:title|name|label)$/.test(name) ? `**${value.replaceAll('*', '\\*')}**` : value;
    });
  return said.length === 0 ? '' : `${said.join('\n\n')}\n\n`;
}
