import './within-policy.ts';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers, ViewPlugin } from '@codemirror/view';
import type { DocumentKind } from '@noek/contract/documents/kinds';
import { documentTexts } from '../texts.ts';
import { editorLook } from './editor-look.ts';
import { isProse, loadLanguage } from './languages.ts';

/** What every view of a source has. `label` names it for screen readers. */
export function sourceExtensions(kind: DocumentKind, label: string, isReadOnly: boolean): Extension[] {
  return [
    lineNumbers(),
    editorLook,
    languageOf(kind),
    // The page is not in the direction of each of its texts.
    EditorView.perLineTextDirection.of(true),
    isProse(kind) ? EditorView.lineWrapping : [],
    search({ top: true }),
    EditorState.phrases.of(documentTexts.search),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-readonly': String(isReadOnly),
      spellcheck: String(isProse(kind) && !isReadOnly),
      translate: 'no',
    }),
    keymap.of([...searchKeymap, ...defaultKeymap]),
  ];
}

/** What can be written in. Tab indents; after Escape, it leaves the editor. */
export const writingExtensions = (): Extension[] => [
  history(),
  indentOnInput(),
  bracketMatching(),
  keymap.of([...historyKeymap, indentWithTab]),
];

/** The grammar of a kind, as soon as it has loaded. */
function languageOf(kind: DocumentKind): Extension {
  const place = new Compartment();
  return [
    place.of([]),
    ViewPlugin.define((view) => {
      let isGone = false;
      void loadLanguage(kind)?.then((language) => {
        if (!isGone) view.dispatch({ effects: place.reconfigure(language) });
      });
      return {
        destroy() {
          isGone = true;
        },
      };
    }),
  ];
}

const markArrived = StateEffect.define<readonly { from: number; to: number }[]>();
const arrivedMark = Decoration.mark({ class: 'cm-arrived' });

/** Marks for a moment what has arrived from elsewhere. */
export const arrivedMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let now = marks.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(markArrived))
        now = Decoration.set(
          effect.value.filter(({ from, to }) => to > from).map(({ from, to }) => arrivedMark.range(from, to)),
        );
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const markedMs = 4_000;

/** Shows these ranges as new. */
export function showArrived(view: EditorView, ranges: readonly { from: number; to: number }[]): void {
  view.dispatch({ effects: markArrived.of(ranges) });
  setTimeout(() => {
    if (view.dom.isConnected) view.dispatch({ effects: markArrived.of([]) });
  }, markedMs);
}
