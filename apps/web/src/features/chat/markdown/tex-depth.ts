const tokens = /\\(?:[A-Za-z]+|.)|[{}$]|[^\s\\{}$]/gs;
/** They change what comes after them, up to the end of their group: KaTeX puts that into them. */
const changesRest =
  /^\\(?:color|displaystyle|textstyle|scriptstyle|scriptscriptstyle|tiny|sixptsize|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|bf|it|rm|sf|tt|cal|frak|bold|over|choose|atop|brace|brack)$/;
const operator = /^[-+=<>,;:/!&()|[\]]$/;
const opens = /^(?:\{|\\left|\\begin|\\begingroup|\\bgroup)$/;
const closes = /^(?:\}|\\right|\\end|\\endgroup|\\egroup)$/;

/**
 * How deep the parts of a formula may be nested at most: in groups, in what changes the rest of its group, and in commands
 * that follow upon each other ("\sqrt\sqrt x"), of which each may be within the one before it.
 */
export function texDepth(tex: string): number {
  /** The open groups: how deep each is, and how often what is in it has changed its rest. */
  let group = { depth: 0, changed: 0 };
  const around: (typeof group)[] = [];
  /** The commands in a row, and how much stands between two of them. */
  let [chain, between] = [0, 0];
  let deepest = 0;
  for (const [token] of tex.matchAll(tokens)) {
    if (opens.test(token)) {
      around.push(group);
      group = { depth: group.depth + group.changed + chain + 1, changed: 0 };
      chain = 0;
    } else if (closes.test(token)) {
      group = around.pop() ?? group;
      chain = 0;
    } else if (changesRest.test(token)) {
      group.changed += 1;
    } else if (/^\\[A-Za-z]/.test(token)) {
      chain += 1;
      between = 0;
    } else {
      between += 1;
      // "\frac1\frac1 …" goes on, "\alpha x\beta y …" and "\alpha + \beta + …" do not.
      if (between > 1 || operator.test(token)) chain = 0;
    }
    deepest = Math.max(deepest, group.depth + group.changed + chain);
  }
  return deepest;
}
