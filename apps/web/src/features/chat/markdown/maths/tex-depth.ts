const tokens = /\\(?:[A-Za-z]+|.)|[{}$]|[^\s\\{}$]/gs;
/** Commands that change the rest of their group; KaTeX nests that rest inside them. */
const changesRest =
  /^\\(?:color|displaystyle|textstyle|scriptstyle|scriptscriptstyle|tiny|sixptsize|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|bf|it|rm|sf|tt|cal|frak|bold|over|choose|atop|brace|brack)$/;
const operator = /^[-+=<>,;:/!&()|[\]]$/;
const opens = /^(?:\{|\\left|\\begin|\\begingroup|\\bgroup)$/;
const closes = /^(?:\}|\\right|\\end|\\endgroup|\\egroup)$/;

/**
 * An upper bound for the nesting depth of a formula. It counts groups, commands that change the rest of their group, and
 * consecutive commands ("\sqrt\sqrt x"), each of which may be nested in the previous one.
 */
export function texDepth(tex: string): number {
  /** The current group: its depth, and how many commands in it have changed its rest. */
  let group = { depth: 0, changed: 0 };
  const around: (typeof group)[] = [];
  /** The number of consecutive commands, and of tokens since the last one. */
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
      // "\frac1\frac1 …" continues the chain; "\alpha + \beta + …" ends it.
      if (between > 1 || operator.test(token)) chain = 0;
    }
    deepest = Math.max(deepest, group.depth + group.changed + chain);
  }
  return deepest;
}
