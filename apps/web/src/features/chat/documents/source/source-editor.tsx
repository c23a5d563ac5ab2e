import { SearchQuery, setSearchQuery } from '@codemirror/search';
import { Annotation, type ChangeSpec, EditorState, Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { DocumentKind } from '@noek/contract/documents/kinds';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { arrivedMarks, showArrived, sourceExtensions, writingExtensions } from './editor-setup.ts';
import { changesBetween } from './text-changes.ts';

/** What the panel asks of the editor. */
export type SourceHandle = {
  /** The selected text; empty if nothing is selected. */
  selected: () => string;
  /** The line in the middle of the screen, from 1; the first one of a text that is not scrolled. */
  middleLine: () => number;
  focus: () => void;
};

/** The source of a document, as text that is edited or only read. */
export default function SourceEditor(props: {
  kind: DocumentKind;
  label: string;
  /** The text, which the editor takes when `revision` changes. */
  text: string;
  revision: number;
  isReadOnly: boolean;
  /** The text only gets longer. The view follows its end only after the reader has scrolled to it. */
  grows?: boolean;
  /** A place to go to when the editor opens. */
  place: { line?: number | undefined; find?: string | undefined };
  handle: RefObject<SourceHandle | null>;
  /** Something was typed. `text` returns all of it. */
  onEdit: (text: () => string) => void;
  onSave: () => void;
  /** Escape was pressed: Tab now leaves the editor. */
  onEscape: () => void;
}) {
  const { kind, label, text, revision, isReadOnly, grows = false, place, handle } = props;
  const root = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const shown = useRef(revision);
  const onEdit = useEffectEvent(props.onEdit);
  const onSave = useEffectEvent(props.onSave);
  const onEscape = useEffectEvent(props.onEscape);
  const textNow = useEffectEvent(() => text);
  const placeNow = useEffectEvent(() => place);
  /** How much of a growing text the editor has. */
  const taken = useRef(0);

  useLayoutEffect(() => {
    if (!root.current) return;
    const made = new EditorView({
      parent: root.current,
      state: EditorState.create({
        doc: textNow(),
        extensions: [
          isReadOnly
            ? []
            : [
                keymap.of([
                  {
                    key: 'Mod-s',
                    preventDefault: true,
                    run: () => {
                      onSave();
                      return true;
                    },
                  },
                ]),
                writingExtensions(),
              ],
          sourceExtensions(kind, label, isReadOnly),
          arrivedMarks,
          EditorView.domEventHandlers({
            keydown(event) {
              if (event.key === 'Escape' && !event.isComposing) onEscape();
            },
          }),
          EditorView.updateListener.of((update) => {
            const isTyped = update.transactions.some(
              (transaction) => transaction.docChanged && !transaction.annotation(fromElsewhere),
            );
            if (isTyped) onEdit(() => update.view.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    taken.current = textNow().length;
    handle.current = {
      selected: () => {
        const { main } = made.state.selection;
        return made.state.sliceDoc(main.from, main.to);
      },
      middleLine: () => {
        if (made.scrollDOM.scrollTop === 0) return 1;
        const { top, height } = made.scrollDOM.getBoundingClientRect();
        const block = made.lineBlockAtHeight(top + height / 2 - made.documentTop);
        return made.state.doc.lineAt(block.from).number;
      },
      focus: () => made.focus(),
    };
    goTo(made, placeNow());
    return () => {
      view.current = null;
      handle.current = null;
      made.destroy();
    };
  }, [kind, label, isReadOnly, handle]);

  useEffect(() => {
    if (shown.current === revision || !view.current) return;
    shown.current = revision;
    const all = textNow();
    if (!grows || all.length < taken.current) take(view.current, all);
    else append(view.current, all.slice(taken.current));
    taken.current = all.length;
  }, [revision, grows]);

  const { line, find } = place;
  useEffect(() => {
    if (view.current && (line !== undefined || find !== undefined)) goTo(view.current, { line, find });
  }, [line, find]);

  return <div ref={root} className="min-h-0 flex-1 overflow-hidden" />;
}

const fromElsewhere = Annotation.define<true>();

/** Replaces only what differs, so that the cursor and the place on screen stay, and marks it. */
function take(view: EditorView, text: string): void {
  const changes = changesBetween(view.state.doc.toString(), text);
  if (changes.length === 0) return;
  const specs: ChangeSpec[] = changes.map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    insert: text.slice(fromB, toB),
  }));
  view.dispatch({
    changes: specs,
    annotations: [fromElsewhere.of(true), Transaction.addToHistory.of(false)],
  });
  showArrived(
    view,
    changes.map(({ fromB, toB }) => ({ from: fromB, to: toB })),
  );
}

/** How far from its end a text may be scrolled for the end to stay on screen, in pixels. */
const atEndPx = 48;

function append(view: EditorView, text: string): void {
  const { scrollTop, scrollHeight, clientHeight } = view.scrollDOM;
  // A text that still fits is read from its beginning, as an answer is.
  const isAtEnd = scrollTop > 0 && scrollHeight - scrollTop - clientHeight <= atEndPx;
  const end = view.state.doc.length;
  view.dispatch({
    changes: { from: end, insert: text },
    annotations: [fromElsewhere.of(true), Transaction.addToHistory.of(false)],
  });
  if (isAtEnd) view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.length, { y: 'end' }) });
}

/** Shows a line or the first place of a text, and selects it. */
function goTo(view: EditorView, { line, find }: { line?: number | undefined; find?: string | undefined }): void {
  const { doc } = view.state;
  if (line !== undefined) {
    const { from } = doc.line(Math.min(line, doc.lines));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  } else if (find !== undefined && find !== '') {
    const query = new SearchQuery({ search: find, literal: true });
    const found = query.getCursor(doc).next();
    view.dispatch({ effects: setSearchQuery.of(query) });
    if (found.done) return;
    const { from, to } = found.value;
    view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  }
}
