const longest = 1_500;
/** How much of an answer is read to find the spoken text, in characters. */
const mostRead = 20_000;

/** The text that is read out when an answer is finished: whole sentences without markup, of limited length. */
export function spokenText(markdown: string): string {
  const plain = markdown
    .slice(0, mostRead)
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\1[^\n]*|$)/gm, ' Code block. ')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\|?[ \t]*:?-{3,}.*)[ \t]*/gm, '')
    .replace(/[*_`~|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= longest) return plain;
  const cut = plain.slice(0, longest);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '));
  return `${end > 0 ? cut.slice(0, end + 1) : `${cut}…`} The rest of the answer is in the conversation.`;
}
