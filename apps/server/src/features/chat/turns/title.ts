import { newConversationTitle } from '@noek/contract/chat/schemas';

const longestTitle = 60;

/** Greetings: they open a conversation without saying what it is about. */
const greeting =
  /^(?:(?:hi+|hey+|hello|hallo|hola|bonjour|salut|ciao|yo|good (?:morning|afternoon|evening)|guten (?:morgen|tag|abend)|moin|test(?:ing)?|thanks?|thank you|ok(?:ay)?|noek|there|again|everyone|all)[\s,.!?…:;-]*)+$/iu;

/** A title from the first message: its first line that contains words, cut at a word boundary. */
export function titleFrom(content: string): string {
  const line = linesOf(content).find((text) => /[\p{L}\p{N}]/u.test(text)) ?? '';
  return line ? cutAtWord(line) : newConversationTitle;
}

/** Whether a title says nothing yet ("New Chat", "Hi!"), so that the answer may replace it. */
export const isProvisional = (title: string): boolean => title === newConversationTitle || greeting.test(title);

/**
 * The title that a question gave its conversation and that its answer may replace; null when the title says something, or a
 * person gave it.
 */
export const provisionalTitleOf = (title: string, question: string): string | null =>
  isProvisional(title) && title === titleFrom(question) ? title : null;

/** A title from an answer: its first heading; null when it has no meaningful one. */
export function titleFromAnswer(content: string): string | null {
  const heading = /^ {0,3}#{1,6}[ \t]+(.+)$/m.exec(content.slice(0, 4_000))?.[1];
  const title = heading ? titleFrom(heading) : newConversationTitle;
  return isProvisional(title) ? null : title;
}

/** The first lines without markup. */
const linesOf = (content: string): string[] =>
  content
    .slice(0, 8_000)
    .split('\n', 20)
    .map((text) =>
      text
        .replace(/[#>*`_~|]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );

function cutAtWord(line: string): string {
  const characters = Array.from(line.slice(0, longestTitle * 4));
  if (characters.length <= longestTitle) return line;
  const cut = characters.slice(0, longestTitle - 1).join('');
  const word = cut.lastIndexOf(' ');
  return `${word > longestTitle / 2 ? cut.slice(0, word) : cut}…`;
}
