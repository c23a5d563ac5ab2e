import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { codeKinds } from './code-colours.ts';
import { type Grammar, grammarOf, languageLabel } from './code-languages.ts';
import { grammars } from './grammars.ts';
import { highlight } from './highlight.ts';

// A busy machine may need longer for a line than the page allows.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** The coloured pieces of some code, with their kinds. */
async function coloured(code: string, grammar: Grammar): Promise<string[]> {
  const runs = await highlight(code, grammar);
  const found: string[] = [];
  let start = 0;
  for (let at = 0; at < runs.length; at += 2) {
    const end = runs[at] ?? 0;
    expect(end).toBeGreaterThan(start);
    if (runs[at + 1]) found.push(`${codeKinds[runs[at + 1] ?? 0]} ${code.slice(start, end).trim()}`);
    start = end;
  }
  expect(start).toBeLessThanOrEqual(code.length);
  return found;
}

test('code is coloured by its kind, including the first line', async () => {
  expect(await coloured('const a: Name = f("x", 1); // why\nlet b', 'typescript')).toEqual(
    expect.arrayContaining(['keyword const', 'type Name', 'function f', 'string "x"', 'number 1', 'comment // why']),
  );
  expect(await coloured('- old\n+ new\n', 'diff')).toEqual(['deleted - old', 'inserted + new']);
  expect(await coloured('def f(x):\r\n    return None', 'python')).toEqual(
    expect.arrayContaining(['keyword def', 'function f', 'keyword return', 'number None']),
  );
});

/** Compiling a grammar takes a tenth of a second, so only a thorough run has all of them. */
const tried = (Object.keys(grammars) as Grammar[]).filter((_, at) => at % (inject('isThorough') ? 1 : 6) === 0);

test.each(tried)('the grammar %s loads and colours something', async (grammar) => {
  expect((await coloured(sampleOf(grammar), grammar)).length).toBeGreaterThan(0);
});

/** Strings, numbers, comments and words in the syntax of most languages. */
function sampleOf(grammar: Grammar): string {
  if (grammar === 'markdown') return '# Title';
  if (grammar === 'diff') return '+ a';
  return 'name: "text" 12 # x\n// y\nif (a) { return <b c="d">1</b> }\n[section]\nkey = "value"\nmov eax, 1\nall: b\n\tcc a';
}

test('languages are known by their usual names, but not by the names of object properties', () => {
  expect(grammarOf('Py')).toBe('python');
  expect(grammarOf('c++')).toBe('cpp');
  expect(languageLabel('TSX')).toBe('TSX');
  expect(languageLabel('brainfuck')).toBe('brainfuck');
  for (const name of ['constructor', '__proto__', 'toString', 'text', 'brainfuck', '', null]) {
    expect(grammarOf(name)).toBeNull();
    expect(typeof languageLabel(name)).toBe('string');
  }
});
