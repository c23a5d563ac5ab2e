import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const code = (name: string) => `var(--color-code-${name})`;

const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: code('comment') },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.tagName, tags.self], color: code('keyword') },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue, tags.url], color: code('string') },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.labelName, tags.heading],
    color: code('function'),
  },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.attributeName], color: code('type') },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], color: code('number') },
  { tag: [tags.punctuation, tags.bracket, tags.operator, tags.contentSeparator], color: code('punctuation') },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.link, textDecoration: 'underline' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
]);

const look = EditorView.theme({
  '&': {
    height: '100%',
    color: code('text'),
    backgroundColor: 'var(--color-background)',
    fontSize: 'var(--text-code)',
  },
  '&.cm-focused': { outline: '2px solid var(--color-focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: 'var(--text-code--line-height)', overflow: 'auto' },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--color-text)' },
  // Each line in the direction of its own text.
  '.cm-line': { padding: '0 0.75rem', unicodeBidi: 'plaintext', textAlign: 'start' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--color-text-muted)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.5rem', padding: '0 0.25rem 0 0.75rem' },
  '.cm-panels': { backgroundColor: 'var(--color-surface)', color: 'var(--color-text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--color-border)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.375rem',
    padding: '0.5rem 2.75rem 0.5rem 0.75rem',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-sm)',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%', height: '0' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.25rem',
    minHeight: '2rem',
    fontSize: 'var(--text-sm)',
  },
  '.cm-panel.cm-search [name=close]': {
    position: 'absolute',
    insetInlineEnd: '0.5rem',
    top: '0.5rem',
    width: '2rem',
    height: '2rem',
    color: 'var(--color-text-muted)',
    fontSize: '1.125rem',
  },
  '.cm-textfield': {
    margin: '0',
    minHeight: '2rem',
    minWidth: '0',
    flex: '1 1 8rem',
    padding: '0 0.5rem',
    border: '1px solid var(--color-border-control)',
    borderRadius: 'var(--radius-control)',
    backgroundColor: 'var(--color-surface-raised)',
    color: 'inherit',
    fontSize: 'inherit',
  },
  '.cm-button': {
    margin: '0',
    minHeight: '2rem',
    padding: '0 0.625rem',
    border: '1px solid var(--color-border-strong)',
    borderRadius: 'var(--radius-control)',
    backgroundColor: 'var(--color-surface-raised)',
    backgroundImage: 'none',
    color: 'inherit',
    fontSize: 'inherit',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--color-warning-soft)', outline: '1px solid var(--color-warning-edge)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--color-warning-edge)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--color-accent-soft)',
    outline: '1px solid var(--color-accent-edge)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent' },
  '.cm-arrived': { backgroundColor: 'var(--color-success-soft)', transition: 'background-color var(--duration-slow)' },
  // Differences of two versions.
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--color-danger-soft)' },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--color-success-soft)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    backgroundColor: 'var(--color-danger-edge)',
  },
  '&.cm-merge-b .cm-changedText': { background: 'none', backgroundColor: 'var(--color-success-edge)' },
  '.cm-deletedChunk': { padding: '0 0.75rem', unicodeBidi: 'plaintext' },
  '.cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
  '.cm-collapsedLines': {
    color: 'var(--color-text-muted)',
    background: 'var(--color-surface)',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-xs)',
    padding: '0.375rem 0.75rem',
  },
  // The font lacks the signs around the words.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '""' },
});

/** The colours and measures of the editor, from the product's tokens, so that it follows the theme. */
export const editorLook = [look, syntaxHighlighting(colours)];
