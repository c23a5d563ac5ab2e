type Opener = {
  sign: string;
  /** How many of its delimiters are still open. */
  left: number;
  /** The depth of the emphasis inside it. */
  inner: number;
};

const runs = /\\.|\*+|_+|~~+/gs;
const blank = /\s/u;
const punctuation = /[\p{P}\p{S}]/u;

/** The depth of nested emphasis (`*`, `_`, `~~`) in a paragraph. Pairs the delimiters as CommonMark does, in one pass. */
export function emphasisDepth(paragraph: string): number {
  const open: Opener[] = [];
  const openOf = new Map<string, number>();
  let deepest = 0;
  const drop = (): Opener | undefined => {
    const opener = open.pop();
    if (!opener) return undefined;
    openOf.set(opener.sign, (openOf.get(opener.sign) ?? 1) - 1);
    const outer = open.at(-1);
    if (outer) outer.inner = Math.max(outer.inner, opener.inner);
    return opener;
  };
  const close = (sign: string, length: number): number => {
    let left = length;
    while (left > 0 && (openOf.get(sign) ?? 0) > 0) {
      while (open.at(-1)?.sign !== sign) drop();
      const opener = open.at(-1) as Opener;
      const used = left >= 2 && opener.left >= 2 ? 2 : 1;
      left -= used;
      opener.left -= used;
      opener.inner += 1;
      deepest = Math.max(deepest, opener.inner);
      if (opener.left <= 0) drop();
    }
    return left;
  };

  for (const { 0: run, index } of paragraph.matchAll(runs)) {
    if (run.startsWith('\\')) continue;
    const sign = run.charAt(0);
    const { opens, closes } = flanksOf(sign, paragraph[index - 1], paragraph[index + run.length]);
    const left = closes ? close(sign, run.length) : run.length;
    if (!opens || left === 0) continue;
    open.push({ sign, left, inner: 0 });
    openOf.set(sign, (openOf.get(sign) ?? 0) + 1);
  }
  return deepest;
}

function flanksOf(sign: string, before = ' ', after = ' '): { opens: boolean; closes: boolean } {
  const [blankBefore, blankAfter] = [blank.test(before), blank.test(after)];
  const [signBefore, signAfter] = [punctuation.test(before), punctuation.test(after)];
  const opens = !blankAfter && (!signAfter || blankBefore || signBefore);
  const closes = !blankBefore && (!signBefore || blankAfter || signAfter);
  if (sign !== '_') return { opens, closes };
  return { opens: opens && (!closes || signBefore), closes: closes && (!opens || signAfter) };
}
