/** The sentences of a paragraph in groups of at most `longest` characters; longer sentences are cut. */
export function sentenceGroups(paragraph: string, longest: number): string[] {
  if (paragraph.length <= longest) return [paragraph];
  const groups: string[] = [];
  for (const sentence of sentencesOf(paragraph, longest)) {
    const last = groups.at(-1);
    if (last !== undefined && last.length + sentence.length <= longest) groups[groups.length - 1] = last + sentence;
    else groups.push(sentence);
  }
  return groups.map((group) => group.trim()).filter((group) => group !== '');
}

/** Pieces that end after a sentence, or after `longest` characters. */
function sentencesOf(text: string, longest: number): string[] {
  const pieces = new RegExp(`[\\s\\S]{1,${longest}}`, 'g');
  return text.split(/(?<=[.!?。！？\n])(?=\s|[\u3000-\u9fff])/u).flatMap((sentence) => sentence.match(pieces) ?? []);
}
