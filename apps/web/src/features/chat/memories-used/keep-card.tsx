import type { KeepProposal } from '@noek/contract/chat/answers';
import { useEffect, useId, useRef, useState } from 'react';
import { errorCode, errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { useSession } from '../session/session.ts';
import { memoryWords } from './memory-words.ts';
import { memoriesUsedTexts } from './texts.ts';

const texts = memoriesUsedTexts.keep;

type Asked = { messageId: string; stepId: string; proposal: KeepProposal };

/** Asks whether to keep a memory. Once that is decided, the answer's line says so; here, only a screen reader is told. */
export default function KeepCard({ growing, ...asked }: Asked & { growing: boolean }) {
  const { state } = asked.proposal;
  const [wasOpen] = useState(state === 'open');
  if (state === 'open') return <Question {...asked} growing={growing} />;
  return wasOpen ? <Decided text={state === 'kept' ? texts.kept : texts.declined} /> : null;
}

function Question({ messageId, stepId, proposal, growing }: Asked & { growing: boolean }) {
  const { cache } = useSession();
  const utils = trpc.useUtils();
  const id = useId();
  const { heading, text } = memoryWords(proposal.memory);
  const decide = trpc.chat.decideKeeping.useMutation({
    onSuccess(message) {
      void cache.putMessages(message.conversationId, [message]);
      void utils.memory.list.invalidate();
    },
    meta: { failed: (error) => ({ title: texts.failed, description: errorText(error) }) },
    onError(error) {
      // Another tab or device was quicker.
      if (errorCode(error) === 'CONFLICT') void utils.chat.messagePage.invalidate();
    },
  });
  const isBusy = growing || decide.isPending;
  return (
    <section
      aria-labelledby={id}
      className="my-3 max-w-prose rounded-card border border-border bg-surface px-4 py-3 text-sm"
    >
      <div role={growing ? 'status' : undefined}>
        <h3 id={id} className="font-medium text-base">
          {texts.question}
        </h3>
        <p dir="auto" className="mt-2 line-clamp-6 break-words">
          {heading}
        </p>
        {text && (
          <p dir="auto" className="line-clamp-6 break-words text-text-muted">
            {text}
          </p>
        )}
        {proposal.replaces !== null && (
          <p className="mt-1 text-text-muted">
            {texts.replaces}{' '}
            <span dir="auto" className="break-words">
              “{proposal.replaces}”
            </span>
          </p>
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button size="sm" disabled={isBusy} onClick={() => decide.mutate({ messageId, stepId, keep: true })}>
          {texts.keep}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          disabled={isBusy}
          onClick={() => decide.mutate({ messageId, stepId, keep: false })}
        >
          {texts.decline}
        </Button>
        <span className="text-text-muted">{growing ? texts.wait : texts.why}</span>
      </div>
    </section>
  );
}

/** The button that was pressed is gone: the focus stays here, and a screen reader reads what was decided. */
function Decided({ text }: { text: string }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) said.current?.focus();
  }, []);
  return (
    <p ref={said} tabIndex={-1} className="sr-only">
      {text}
    </p>
  );
}
