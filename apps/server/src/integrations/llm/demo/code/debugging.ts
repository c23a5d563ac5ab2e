import type { DemoConversation } from '../conversation.ts';

const wantsHelp = /\b(?:debug|bugs?|fix|errors?|exception|crash\w*|does(?: not|n't) work|not working|wrong)\b/;

/** The findings about code that was pasted with a request for help; null without such code. */
export function pastedCode({ question, plain, answered }: DemoConversation): { lines: string; slips: string } | null {
  const code = /```[\w+#-]*\n([\s\S]+?)(?:```|$)/.exec(question)?.[1];
  if (!code) return null;
  if (!wantsHelp.test(plain) && !answered.at(-1)?.includes('Paste these four things')) return null;
  const lines = code.trim().split('\n').length;
  return {
    lines: lines === 1 ? 'one line' : `${lines} lines`,
    slips: findSlips(code)
      .map((slip) => `- ${slip}`)
      .join('\n'),
  };
}

const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

const slips: readonly { pattern: RegExp; text: string }[] = [
  {
    pattern: /\b(?:if|while)\s*\(?[^=!<>\n()]*[^=!<>\s]\s*=\s*[^=\s][^=\n]*\)?\s*[{:]/,
    text: '`=` inside a condition **assigns**; comparing needs `==` or `===`.',
  },
  {
    pattern: /<=\s*[\w.]+\.length\b|<=\s*len\(/,
    text: '`<=` with a length runs **one step too far**: the last index is the length minus one.',
  },
  { pattern: /range\(\s*1\s*,\s*len\(/, text: '`range(1, len(…))` **skips the first element**, which has index 0.' },
  {
    pattern: /^[ \t]*(?:def|class|if|elif|else|for|while|try|except)\b[^\n{;]*[^\s:,{(\\][ \t]*$(?=\n[ \t]+\S)/m,
    text: 'A Python block begins without a **colon** at the end of its first line.',
  },
  { pattern: /^[ \t]*print[ \t]+["'\w]/m, text: '`print` without parentheses is Python 2.' },
  {
    pattern: /\bexcept\s*:\s*\n\s*pass\b|catch\s*(?:\([^)]*\))?\s*\{\s*\}/,
    text: 'An **empty catch** hides the very error you are looking for.',
  },
  {
    pattern: /(?:const|let|var)\s+\w+\s*=\s*(?:fetch|\w+\.json)\(/,
    text: 'A call that returns a promise is used **without `await`**.',
  },
  {
    pattern: /def\s+\w+\([^)]*=\s*(?:\[\]|\{\})/,
    text: 'A **mutable default argument** is shared by all calls; use `None` and create it inside.',
  },
  {
    pattern: /\b0\.1\s*\+\s*0\.2\b|==\s*\d+\.\d+\b/,
    text: 'Fractions are rarely **exactly equal**; compare their difference with a small number.',
  },
];

/** Only this much is searched, so that no paste makes the patterns slow. */
const mostLines = 300;
const longestLine = 200;

/** Common slips in a piece of code, each as one markdown sentence. Patterns only: it may miss some and be wrong. */
export function findSlips(code: string): string[] {
  const lines = code.split('\n', mostLines).map((line) => line.slice(0, longestLine));
  const source = lines.join('\n');
  const brackets = openBracket(source);
  const found = slips.filter(({ pattern }) => pattern.test(source)).map(({ text }) => text);
  return brackets ? [brackets, ...found] : found;
}

function openBracket(source: string): string | null {
  const open: { bracket: string; line: number }[] = [];
  let line = 1;
  const code = source.replace(/(["'`])(?:\\.|(?!\1)[^\\\n])*\1|\/\/[^\n]*|#[^\n]*/g, '');
  for (const character of code) {
    if (character === '\n') line++;
    else if ('([{'.includes(character)) open.push({ bracket: character, line });
    else if (pairs[character]) {
      const last = open.pop();
      if (last?.bracket !== pairs[character])
        return `The \`${character}\` in line ${line} closes nothing that is open there.`;
    }
  }
  const last = open.at(-1);
  return last ? `The \`${last.bracket}\` in line ${last.line} is **never closed**.` : null;
}
