import type { DocumentKind } from '@noek/contract/documents/kinds';
import { Suspense, useRef, useState } from 'react';
import { Button } from '../../../../components/base/button.tsx';
import { codePart } from '../../../../components/base/code-part.ts';
import { Notice } from '../../../../components/base/notice.tsx';
import { toast } from '../../../../components/base/toasts/toast.ts';
import type { DocumentEditing, EditingState } from '../editing/document-editing.ts';
import { documentTexts } from '../texts.ts';

const CompareView = codePart(() => import('../source/compare-view.tsx')).lazy();

const { conflict: texts, source: sourceTexts } = documentTexts;

/** Both texts of a document that was changed here and elsewhere, and the ways to go on. */
export function Conflict(props: {
  editing: DocumentEditing;
  state: EditingState;
  kind: DocumentKind;
  onCompare: () => void;
}) {
  const { editing, state, kind } = props;
  const { theirs } = state;
  const [isComparing, setIsComparing] = useState(false);
  const [mine, setMine] = useState('');
  const merged = useRef<(() => string) | null>(null);
  if (!theirs) return null;
  const compare = () => {
    if (isComparing) {
      const text = merged.current?.();
      if (text !== undefined && text !== editing.text()) editing.bringBack(text);
    } else setMine(editing.text());
    setIsComparing(!isComparing);
    props.onCompare();
  };
  const takeTheirs = () => {
    const text = editing.takeTheirs();
    toast({ title: texts.tookTheirs, action: { label: sourceTexts.undo, run: () => editing.bringBack(text) } });
  };
  const keepMine = () => {
    const text = isComparing ? merged.current?.() : undefined;
    if (text === undefined) editing.keepMine();
    else editing.saveMerged(text);
  };
  return (
    <div className={isComparing ? 'flex min-h-0 flex-[3] flex-col' : 'flex-none'}>
      <Notice tone="warning" role="alert" className="m-3 flex-none">
        <p className="font-medium">{texts.title}</p>
        <p>{texts.text(theirs.version)}</p>
        <div className="mt-2 flex flex-wrap gap-2 text-text">
          <Button size="sm" onClick={keepMine}>
            {isComparing ? texts.saveMerged : texts.keepMine}
          </Button>
          <Button size="sm" variant="quiet" onClick={takeTheirs}>
            {texts.takeTheirs}
          </Button>
          <Button size="sm" variant="quiet" aria-expanded={isComparing} onClick={compare}>
            {isComparing ? texts.hide : texts.compare}
          </Button>
        </div>
      </Notice>
      {isComparing && (
        <Suspense fallback={null}>
          <CompareView
            key={theirs.version}
            kind={kind}
            before={{ text: theirs.content, label: texts.theirs }}
            after={{ text: mine, label: texts.mine }}
            onMerge={(text) => {
              merged.current = text;
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
