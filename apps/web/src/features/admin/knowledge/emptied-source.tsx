import type { KnowledgeStatus } from '@noek/contract/knowledge/schemas';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { When } from '../../../components/dates/when.tsx';
import { knowledgeTexts } from './texts.ts';

const texts = knowledgeTexts.emptied;

type Props = {
  emptied: NonNullable<KnowledgeStatus['emptied']>;
  source: 'document' | 'folder';
  /** Called when the state after a decision is shown. */
  onDecided: () => void;
};

/** A source that has become empty: asks whether answers keep the last text. */
export function EmptiedSource({ emptied: { since, kept }, source, onDecided }: Props) {
  const utils = trpc.useUtils();
  const decide = trpc.knowledge.decideEmptied.useMutation({
    onSuccess(status) {
      utils.knowledge.status.setData(undefined, status);
      onDecided();
    },
    onError: () => void utils.knowledge.status.invalidate(),
  });
  const press = (use: 'last' | 'empty') => !decide.isPending && decide.mutate({ use });
  return (
    <Notice tone={kept ? 'info' : 'warning'}>
      <div role="status">
        <p className="font-medium">{texts.title(source)}</p>
        <p>{kept ? texts.kept(source) : texts.asks(source)}</p>
        <p className="mt-1">
          {texts.since} <When at={since} />.
        </p>
      </div>
      <div className="mt-3 flex flex-wrap gap-2.5">
        {!kept && (
          <Button size="sm" aria-disabled={decide.isPending} onClick={() => press('last')}>
            {texts.keep}
          </Button>
        )}
        <Button variant="quiet" size="sm" aria-disabled={decide.isPending} onClick={() => press('empty')}>
          {texts.use(source)}
        </Button>
      </div>
      {decide.error && (
        <p className="mt-2.5" role="alert">
          {texts.failed} {errorText(decide.error)}
        </p>
      )}
    </Notice>
  );
}
