import type { PreparedAnswers } from './answers.ts';
import type { DemoConversation } from './conversation.ts';

const defaultWords = 1_200;
const mostWords = 5_000;
const highestNumber = 2_000;

/** An answer that takes a while, to watch streaming, stopping and scrolling; null when none is asked for. */
export function longAnswer(answers: PreparedAnswers, { plain }: DemoConversation): string | null {
  const count = /\bcount\b.*?\bto ([\d,]+)\b/.exec(plain);
  if (count) return counting(Number(count[1]?.replaceAll(',', '')));
  const words = Number(/\b([\d,]{2,6})[- ]words?\b/.exec(plain)?.[1]?.replaceAll(',', '') ?? Number.NaN);
  const long =
    /\b(?:long|longer|lengthy|very detailed|endless)\b.*\b(?:answer|reply|text|story|essay|article|message|response)\b/.test(
      plain,
    );
  const essay = /\b(?:write|tell|give)\b.*\b(?:essay|story|article)\b/.test(plain);
  if (!long && !essay && !(words >= 10 && /\b(?:write|give|tell|generate|make)\b/.test(plain))) return null;
  const [chapters] = answers.get('phrases/long-answer')?.wordings ?? [''];
  return essayOf(chapters, Math.min(Number.isNaN(words) ? defaultWords : words, mostWords));
}

function counting(to: number): string | null {
  if (!(to >= 1)) return null;
  const last = Math.min(to, highestNumber);
  const rows: string[] = [];
  for (let start = 1; start <= last; start += 10)
    rows.push(Array.from({ length: Math.min(10, last - start + 1) }, (_, index) => start + index).join(', '));
  const end = to > last ? `\n\nThe demo stops counting at ${last.toLocaleString('en-US')}.` : '';
  return `${rows.join(',\n')}${end}`;
}

/** The chapters of a text, repeated as often as needed and cut at a number of words. */
function essayOf(text: string, words: number): string {
  const [title = '', ...chapters] = text.split(/^## /m).map((part) => part.trim());
  let essay = title;
  let left = chapters.length > 0 ? words : 0;
  for (let round = 0; left > 0; round++) {
    const [heading = '', ...paragraphs] = (chapters[round % chapters.length] ?? '').split('\n\n');
    const body = paragraphs.join('\n\n').split(' ');
    essay += `\n\n## ${round + 1}. ${heading}\n\n${body.slice(0, left).join(' ')}`;
    left -= body.length;
  }
  return essay;
}
