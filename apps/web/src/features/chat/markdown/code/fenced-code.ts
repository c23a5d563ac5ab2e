const opening = /^( {0,3})(`{3,}|~{3,})[ \t]*([^\n]*)(\n|$)/;
/** The language names that `answerSchema` allows for blocks inside other elements. */
const languageName = /^[\w+#.-]{1,32}$/;

/** Longer than any real fence. A regular expression has an upper limit for repetitions. */
const longestFence = 100;

export type FencedCode = {
  code: string;
  language: string | null;
  /** What follows the language on the line of the fence. */
  info: string;
  closed: boolean;
};

/**
 * The code of a block that is a single fence, or null. Such blocks, often the longest of an answer, need no parser.
 */
export function fencedCode(block: string): FencedCode | null {
  const start = opening.exec(block);
  const [head = '', indent = '', fence = '', info = '', lineEnd] = start ?? [];
  if (!start || fence.length > longestFence || (fence.startsWith('`') && info.includes('`'))) return null;
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*(?:\\n|$)`, 'm').exec(
    block.slice(head.length),
  );
  if (closing && block.slice(head.length + closing.index + closing[0].length).trim() !== '') return null;
  const body = block.slice(head.length, closing ? head.length + closing.index : undefined);
  const name = info.trim().split(/\s/, 1)[0] ?? '';
  return {
    code: (indent === '' ? body : body.replace(new RegExp(`^ {1,${indent.length}}`, 'gm'), '')).replace(/\n$/, ''),
    // Without a line end, the name may still be incomplete.
    language: lineEnd !== '' && languageName.test(name) ? name : null,
    info: info.trim().slice(name.length).trim(),
    closed: closing !== null,
  };
}
