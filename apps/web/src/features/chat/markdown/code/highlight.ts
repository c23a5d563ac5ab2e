import { createHighlighterCore, type ThemeRegistrationRaw } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { type CodeRuns, codeKinds } from './code-colours.ts';
import type { Grammar } from './code-languages.ts';
import { grammars } from './grammars.ts';

type Kind = (typeof codeKinds)[number];

/** Among equally specific scopes, the later one wins. */
const scopes: readonly (readonly [Kind, readonly string[]])[] = [
  ['punctuation', ['punctuation', 'meta.brace', 'keyword.operator', 'storage.type.function.arrow']],
  ['comment', ['comment', 'punctuation.definition.comment', 'meta.diff.header', 'meta.separator']],
  [
    'string',
    [
      'string',
      'punctuation.definition.string',
      'punctuation.support.type.property-name',
      'markup.inline.raw',
      'markup.fenced_code',
      'constant.other.symbol',
    ],
  ],
  [
    'number',
    [
      'constant.numeric',
      'constant.language',
      'constant.character',
      'constant.other.color',
      'constant.other.placeholder',
      'keyword.other.unit',
      'support.constant',
    ],
  ],
  [
    'keyword',
    [
      'keyword',
      'storage',
      'keyword.operator.new',
      'keyword.operator.expression',
      'keyword.operator.logical.python',
      'keyword.operator.word',
      'keyword.operator.instanceof',
      'entity.name.tag',
      'entity.name.section',
      'markup.heading',
      'punctuation.definition.template-expression',
      'variable.language',
      'support.type.primitive',
    ],
  ],
  [
    'function',
    [
      'entity.name.function',
      'support.function',
      'variable.function',
      'meta.function-call.generic',
      'meta.diff.range',
      'entity.name.command',
      'entity.other.attribute-name.class.css',
      'entity.other.attribute-name.id.css',
    ],
  ],
  [
    'type',
    [
      'entity.name.type',
      'entity.name.class',
      'entity.name.namespace',
      'entity.other.inherited-class',
      'entity.other.attribute-name',
      'support.type',
      'support.class',
      'storage.type.java',
      'storage.type.cs',
      'variable.other.object.property.yaml',
    ],
  ],
  ['plain', ['meta.template.expression', 'meta.embedded', 'string meta.interpolation']],
  ['inserted', ['markup.inserted', 'punctuation.definition.inserted']],
  ['deleted', ['markup.deleted', 'punctuation.definition.deleted']],
];

/** A theme needs colours; each of these represents one of our kinds. The real colours are in the style sheet. */
const colourOf = (kind: Kind) => `#0000${codeKinds.indexOf(kind).toString(16).padStart(2, '0')}`;
const kindByColour = new Map(codeKinds.map((kind, index) => [colourOf(kind), index]));

const theme: ThemeRegistrationRaw = {
  name: 'kinds',
  type: 'light',
  fg: colourOf('plain'),
  bg: '#ffffff',
  settings: scopes.map(([kind, scope]) => ({ scope: [...scope], settings: { foreground: colourOf(kind) } })),
};

const highlighter = createHighlighterCore({
  engine: createJavaScriptRegexEngine({ forgiving: true }),
  langs: [],
  themes: [theme],
});

/** Longer lines, such as minified code, stay plain. */
const longestLine = 1_000;
/** In milliseconds per line. The first line of a language takes hundreds, because it compiles the grammar's expressions. */
const longestTime = 3_000;

/**
 * The colours of some code. Fetches the grammar when it is first needed, and rejects if that fails. It is slow, because a
 * grammar has hundreds of expressions to compile: call it in a worker.
 */
export async function highlight(code: string, grammar: Grammar): Promise<CodeRuns> {
  const [core, { default: language }] = await Promise.all([highlighter, grammars[grammar]()]);
  await core.loadLanguage(language);
  const lines = core.codeToTokensBase(code, {
    lang: grammar,
    theme: 'kinds',
    tokenizeMaxLineLength: longestLine,
    tokenizeTimeLimit: longestTime,
  });
  const runs: number[] = [];
  for (const { content, color, offset } of lines.flat()) {
    const kind = kindByColour.get(color?.toLowerCase() ?? '') ?? 0;
    const end = offset + content.length;
    // White space has no colour, so it joins the run before it.
    if (runs.length > 0 && (runs.at(-1) === kind || content.trim() === '')) runs[runs.length - 2] = end;
    else runs.push(end, kind);
  }
  return new Uint32Array(runs);
}
