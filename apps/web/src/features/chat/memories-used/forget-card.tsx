import type { ForgetProposal } from '@noek/contract/chat/answers';
import type { Memory } from '@noek/contract/memory/schemas';
import { useEffect, useId, useRef, useState } from 'react';
import { errorCode, errorText } from '../../../api/base/error-text.ts';
import { tellFailure } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button, TextButton } from '../../../components/base/button.tsx';
import { Checkbox } from '../../../components/fields/checkbox.tsx';
import { useSession } from '../session/session.ts';
import { MemoryLine } from './memory-line.tsx';
import { memoryWords } from './memory-words.ts';
import { memoriesUsedTexts } from './texts.ts';
import { type Told, useKnownMemories } from './use-known-memories.ts';

const texts = memoriesUsedTexts.forget;

type Asked = { messageId: string; stepId: string; proposal: ForgetProposal };

/** Asks which memories to delete, and shows what was decided, with Undo. */
export default function ForgetCard({ growing, ...asked }: Asked & { growing: boolean }) {
  const { state } = asked.proposal;
  const [isOpen] = useState(state === 'open');
  return state === 'open' ? <Question {...asked} growing={growing} /> : <Decided {...asked} wasOpen={isOpen} />;
}

const card = 'my-3 max-w-prose rounded-card border border-border bg-surface px-4 py-3 text-sm';

function Question({ messageId, stepId, proposal, growing }: Asked & { growing: boolean }) {
  const { cache } = useSession();
  const utils = trpc.useUtils();
  const id = useId();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const told = proposal.memories.map(
    (memory): Told => ({ key: `${messageId} ${stepId} ${memory.id}`, memoryId: memory.id, isThere: true }),
  );
  const { known, isSure } = useKnownMemories(told);
  const gone = new Set(told.flatMap((line) => (isSure(line) && !known.has(line.memoryId) ? line.memoryId : [])));
  const chosen = proposal.memories.flatMap((memory) => (left.has(memory.id) || gone.has(memory.id) ? [] : memory.id));
  const there = proposal.memories.length - gone.size;
  const decide = trpc.chat.decideForgetting.useMutation({
    onSuccess: (message) => void cache.putMessages(message.conversationId, [message]),
    meta: {
      failed: (error, { memoryIds }: { memoryIds: readonly string[] }) => ({
        title: memoryIds.length > 0 ? texts.deleteFailed : texts.keepFailed,
        description: errorText(error),
      }),
    },
    onError(error) {
      // Another tab or device was quicker.
      if (errorCode(error) === 'CONFLICT') void utils.chat.messagePage.invalidate();
    },
  });
  const isBusy = growing || decide.isPending;
  const press = (memoryIds: string[]) => decide.mutate({ messageId, stepId, memoryIds });
  const toggle = (memoryId: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(memoryId);
    else next.add(memoryId);
    setLeft(next);
  };
  return (
    <section aria-labelledby={id} className={card}>
      <h3 id={id} className="font-medium text-base">
        {texts.question(proposal.memories.length)}
      </h3>
      {there > 1 && (
        <label
          htmlFor={`${id}all`}
          className="mt-2 flex min-h-(--size-control-sm) items-center gap-3 border-border border-b pb-2"
        >
          <Checkbox
            id={`${id}all`}
            checked={chosen.length === there ? true : chosen.length === 0 ? false : 'indeterminate'}
            disabled={isBusy}
            onCheckedChange={(value) =>
              setLeft(value === true ? new Set() : new Set(proposal.memories.map((memory) => memory.id)))
            }
          />
          <span className="flex-1">{texts.all}</span>
          <span className="text-text-muted tabular-nums">{texts.chosen(chosen.length, there)}</span>
        </label>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <ul className="scroll-area max-h-80" tabIndex={0} aria-label={texts.list}>
        {proposal.memories.map((memory) => (
          <Choice
            key={memory.id}
            id={`${id}${memory.id}`}
            title={memory.title}
            memory={known.get(memory.id)}
            isGone={gone.has(memory.id)}
            isChosen={chosen.includes(memory.id)}
            disabled={isBusy}
            onChange={(isChosen) => toggle(memory.id, isChosen)}
          />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button variant="danger" size="sm" disabled={isBusy || chosen.length === 0} onClick={() => press(chosen)}>
          {texts.delete}
        </Button>
        <Button variant="quiet" size="sm" disabled={isBusy} onClick={() => press([])}>
          {texts.keep}
        </Button>
        <span className="text-text-muted">{growing ? texts.wait : texts.nothingYet}</span>
      </div>
    </section>
  );
}

function Choice(props: {
  id: string;
  title: string;
  memory: Memory | undefined;
  isGone: boolean;
  isChosen: boolean;
  disabled: boolean;
  onChange: (isChosen: boolean) => void;
}) {
  const { memory, isGone } = props;
  const { heading, text } = memory ? memoryWords(memory) : { heading: props.title, text: null };
  return (
    <li>
      <label htmlFor={props.id} className="flex gap-3 py-2">
        <Checkbox
          id={props.id}
          className="mt-0.5 flex-none"
          checked={props.isChosen}
          disabled={props.disabled || isGone}
          onCheckedChange={(value) => props.onChange(value === true)}
        />
        <span className="min-w-0">
          <span dir="auto" className="line-clamp-3 break-words">
            {heading}
          </span>
          {text && (
            <span dir="auto" className="line-clamp-3 break-words text-text-muted">
              {text}
            </span>
          )}
          {isGone && <span className="block text-text-muted">{memoriesUsedTexts.forgotten}</span>}
        </span>
      </label>
    </li>
  );
}

/** `wasOpen`: it was decided while this page showed it. */
function Decided({ messageId, stepId, proposal, wasOpen }: Asked & { wasOpen: boolean }) {
  const deleted = proposal.memories.filter((memory) => memory.deleted);
  const kept = proposal.memories.length - deleted.length;
  const lines = deleted.map((memory) => ({
    ...memory,
    told: { key: `${messageId} ${stepId} ${memory.id} deleted`, memoryId: memory.id, isThere: false },
  }));
  const { known, isSure } = useKnownMemories(lines.map(({ told }) => told));
  const missing = lines.filter(({ id, told }) => isSure(told) && !known.has(id));
  const restore = useUndoAll(messageId);
  const heading = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone: the focus stays here, and a screen reader reads what was decided.
  useEffect(() => {
    if (wasOpen && document.activeElement === document.body) heading.current?.focus();
  }, [wasOpen]);
  return (
    <section aria-label={texts.decided} className="my-3">
      <p ref={heading} tabIndex={-1} className="text-sm text-text-muted outline-none">
        {deleted.length === 0 ? texts.allKept : texts.deletedOf(deleted.length, kept)}
      </p>
      {lines.length > 0 && (
        <ul className="mt-1.5 grid gap-1.5">
          {lines.map(({ id, title, told }) => (
            <MemoryLine key={id} messageId={messageId} told={told} status="done" text={texts.deleted} title={title} />
          ))}
        </ul>
      )}
      {missing.length > 1 && (
        <TextButton
          className="mt-1"
          disabled={restore.isPending}
          onClick={() => restore.undoAll(missing.map(({ id }) => id))}
        >
          {texts.undoAll(missing.length)}
        </TextButton>
      )}
    </section>
  );
}

/** Restores several memories, one after another, so that a limit affects only the last of them. */
function useUndoAll(messageId: string) {
  const utils = trpc.useUtils();
  const [isPending, setIsPending] = useState(false);
  const undoAll = async (memoryIds: readonly string[]) => {
    setIsPending(true);
    try {
      for (const memoryId of memoryIds)
        await utils.client.memory.undo.mutate({ memoryId, messageId }).catch((error: unknown) => {
          // It was restored in another tab, or its 24 hours have passed.
          if (errorCode(error) !== 'NOT_FOUND') throw error;
        });
    } catch (error) {
      tellFailure(memoriesUsedTexts.undoFailed, error);
    } finally {
      setIsPending(false);
      void utils.memory.list.invalidate();
    }
  };
  return { isPending, undoAll: (memoryIds: readonly string[]) => void undoAll(memoryIds) };
}
