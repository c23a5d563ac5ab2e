import { type DemoConversation, plainText, quote, requestsIn } from './conversation.ts';
import { factIn, memoryNews } from './memories.ts';

/**
 * Answers questions about the conversation itself: what was said before, a name that was given, things to remember.
 * Null for other questions.
 */
export const earlierTurns = (conversation: DemoConversation): string | null =>
  askedToRemember(conversation) ?? givenName(conversation) ?? ownWords(conversation) ?? ourWords(conversation);

const introducesOnly =
  /^(?:(?:hi|hello|hey)[ ,!.]+)?(?:my name is|i am called|you can call me) [^\s,]{1,40}(?: [^\s,]{1,40})?$/;
const introduction = /\b(?:my name is|i am called|you can call me)\s+(?=\p{L})/iu;
const oneOrTwoNames = /^\p{L}[\p{L}'’-]{0,39}(?: \p{Lu}[\p{L}'’-]{0,39})?/u;

/**
 * The name under which a message introduces its author. Only the name is case-sensitive, so there are two expressions: V8 14.6 fails to
 * match a single one with `(?i:…)` once the process has compiled many expressions. `node --no-regexp-optimization` shows this at once.
 */
function introducedName(text: string): string | undefined {
  const found = introduction.exec(text);
  return found ? oneOrTwoNames.exec(text.slice(found.index + found[0].length))?.[0] : undefined;
}

function askedToRemember(conversation: DemoConversation): string | null {
  const { plain, asked } = conversation;
  const found = factIn(conversation);
  if (found?.asked && memoryNews(conversation) === null)
    return `Noted: “${quote(found.fact)}”. Later in this conversation, ask ***What did I ask you to remember?*** and I will tell you. With an account and memory switched on, I will know it in your other conversations too, unless this chat is temporary.`;
  if (
    !/\bwhat (?:did|have) i (?:ask|asked|tell|told) you to (?:remember|keep in mind|note)\b|\bwhat do you remember\b/.test(
      plain,
    )
  )
    return null;
  const facts = asked.flatMap((text) => requestsIn(text).remember);
  if (facts.length === 0)
    return 'You have not asked me to remember anything in this conversation yet. Start a message with **Remember that …** to try it.';
  return `You asked me to remember:\n\n${facts.map((text) => `- ${quote(text)}`).join('\n')}`;
}

function givenName({ question, plain, asked }: DemoConversation): string | null {
  if (/\b(?:what(?:'s| is) my name|who am i|do you know my name)\b/.test(plain)) {
    const name = asked.map(introducedName).findLast(Boolean);
    return name
      ? `You told me your name is **${quote(name)}**.`
      : 'You have not told me your name in this conversation.';
  }
  const name = introducedName(question);
  return name && introducesOnly.test(plain)
    ? `Nice to meet you, **${quote(name)}**! What would you like to talk about?`
    : null;
}

function ownWords({ plain, asked }: DemoConversation): string | null {
  const about =
    /\bwhat (?:did|have|was|were) (?:i|my)\b.*\b(?:say|said|ask|asked|write|wrote|written|message|question|questions|messages|tell|told)\b/;
  if (!about.test(plain) && !/\b(?:my (?:first|last|previous) (?:message|question)|repeat what i said)\b/.test(plain))
    return null;
  const [first] = asked;
  const last = asked.at(-1);
  if (!first || !last) return 'This is your first message in this conversation, so nothing came before it.';
  if (/\bfirst\b/.test(plain)) return `Your first message here was: “${quote(first)}”`;
  if (asked.length === 1 || /\b(?:last|previous|just)\b/.test(plain))
    return `Just before this you wrote: “${quote(last)}”`;
  const shown = asked.slice(-8);
  const start = asked.length - shown.length;
  const list = shown.map((text, index) => `${start + index + 1}. “${quote(text, 120)}”`).join('\n');
  const which =
    start > 0 ? `the last ${shown.length} of your ${asked.length} messages` : `your ${asked.length} messages`;
  return `Here are ${which} before this one:\n\n${list}`;
}

function ourWords({ plain, answered }: DemoConversation): string | null {
  if (
    !/\bwhat (?:did|have) you (?:just )?(?:say|said|answer|answered|write|written)\b|\b(?:repeat|say) that again\b|^repeat$/.test(
      plain,
    )
  )
    return null;
  const last = answered.at(-1);
  return last
    ? `My last answer began:\n\n> ${quote(firstParagraph(last), 280)}`
    : 'I have not answered anything in this conversation yet.';
}

const firstParagraph = (text: string): string => text.split('\n\n').find((part) => plainText(part) !== '') ?? text;
