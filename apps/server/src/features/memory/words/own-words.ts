import { cutWords } from '@noek/contract/text/compared-words';
import { pattern, words } from '../../../text/memory-request-words.ts';
import { politeStart } from '../../../text/memory-requests.ts';
import { isQuestion, redacted, sentencesOf } from '../../../text/sentences.ts';
import { stemsOf } from '../../../text/stems.ts';

// A message has what the person typed, and often a text that they pasted. The shape of the message shows which of it may be pasted.

const asksToRemember = pattern(`(?<!\\w)(?:${words('remember')}|${words('forget')})|${words('rememberWhat')}`);
const asksToSearch = /\b(?:search|look up|google|find)\b/iu;

/** Text in quotation marks. An unclosed one goes to the end. */
const quotations =
  /[“„«»「『][^“”„«»「」『』]*(?:[”“»«」』]|$)|"[^"]*(?:"|$)|(?<=^|[\s:(])['‘][^\n]{0,500}?['’](?=$|[\s.,;:!?)])/g;
/** Where something begins that is shown, not said: code, markup, a quoted line, a table, a rule, a heading. */
const shown = /```|~~~|<\w[\w-]*\b[^<>]{0,200}>|^(?: {4}|\t)|^ *(?:[>|]|-{2,}|={3,}|#{1,6} )/mu;

/** Of a message longer than this, only the first sentence may have a request. In characters. */
const longMessage = 1_500;
/** A longer message may be pasted as a whole. In characters. */
const mostTyped = 400;

/** A message without what is shown, quoted or introduced by a colon. What was taken out leaves a mark. */
export function authoredText(message: string): string {
  const text = message
    .replace(/\r\n?/g, '\n')
    .replace(quotations, (quoted) => (cutWords(quoted).length < 3 ? quoted : redacted));
  const said = upTo(text, shown.exec(text)?.index);
  const own = upTo(said, quotedFrom(said));
  return message.length > longMessage ? `${sentencesOf(own)[0] ?? ''}\n${redacted}` : own;
}

const upTo = (text: string, end = text.length): string =>
  end < text.length ? `${text.slice(0, end)} ${redacted}` : text;

/** A colon that may introduce a pasted text: not in a request to remember or to search, and not in a question. */
function quotedFrom(text: string): number | undefined {
  let start = 0;
  for (const line of text.split('\n')) {
    const before = /^[^:]*(?::\S[^:]*)*(?=:(?:\s|$|\ufffc))/u.exec(line)?.[0];
    const isOwn = before === undefined || asksToRemember.test(before) || asksToSearch.test(before);
    if (!isOwn && !isQuestion(line)) return start + before.length;
    start += line.length + 1;
  }
  return undefined;
}

/**
 * Whether a message may have pasted text: it is long or has several lines, a colon with something behind it, a quotation, code or markup.
 * Which lines are pasted is not decided.
 */
export const mayBePasted = (message: string): boolean =>
  message.length > mostTyped || message.trim().includes('\n') || authoredText(message).includes(redacted);

/** What the person certainly typed: the first sentence of a message, because a short text may be pasted behind it. */
const typedIn = (message: string): string =>
  mayBePasted(message) ? '' : (sentencesOf(message.slice(politeStart(message).length))[0] ?? '');

/** The words of a conversation as stems: those that the person certainly typed, and all of them. */
export type WordsOfTurns = { typed: ReadonlySet<string>; all: ReadonlySet<string> };

/** Tells the words that the person typed from those of the assistant and those that may be pasted. */
export const wordsOfTurns = (turns: readonly { role: 'user' | 'assistant'; content: string }[]): WordsOfTurns => ({
  typed: new Set(turns.flatMap(({ role, content }) => (role === 'user' ? stemsOf(typedIn(content)) : []))),
  all: new Set(turns.flatMap(({ content }) => stemsOf(content))),
});

/** How many of a text's words the person must have typed. The others may be in no message: the model's own wording. */
const typedShare = 0.5;

/** Whether a text is in the person's words: they typed at least half of them, and none comes from other parts of the conversation alone. */
export function isTyped(text: string, { typed, all }: WordsOfTurns): boolean {
  const stems = [...new Set(stemsOf(text))];
  const own = stems.filter((stem) => typed.has(stem)).length;
  return own > 0 && own >= typedShare * stems.length && stems.every((stem) => typed.has(stem) || !all.has(stem));
}

/** The message that has most of the words of a text, the first of several. `messages` are newest first. */
export function sourceOf<Message extends { content: string }>(
  text: string,
  messages: readonly [Message, ...Message[]],
): Message {
  const stems = [...new Set(stemsOf(text))];
  let best = { message: messages[0], shared: -1 };
  for (const message of messages) {
    const own = new Set(stemsOf(message.content));
    const shared = stems.filter((stem) => own.has(stem)).length;
    if (shared > best.shared) best = { message, shared };
  }
  return best.message;
}
