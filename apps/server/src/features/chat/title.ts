import { newConversationTitle } from '@noek/contract/chat';

const longestTitle = 60;

/** A title for the list from the first message: its first line with words in it, cut at a word. */
export function titleFrom(content: string): string {
  const line =
    content
      .split('\n', 20)
      .map((text) =>
        text
          .replace(/[#>*`_~|]+/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .find((text) => /[\p{L}\p{N}]/u.test(text)) ?? '';
  if (!line) return newConversationTitle;
  const characters = Array.from(line.slice(0, longestTitle * 4));
  if (characters.length <= longestTitle) return line;
  const cut = characters.slice(0, longestTitle - 1).join('');
  const word = cut.lastIndexOf(' ');
  return `${word > longestTitle / 2 ? cut.slice(0, word) : cut}…`;
}
