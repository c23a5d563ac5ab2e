import type { UsedInstructions as Used } from '@noek/contract/chat/answers';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { TextButton } from '../../../components/base/button.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { chatTexts } from '../texts.ts';
import { memoriesUsedTexts as texts } from './texts.ts';

/** More than about six lines. */
const isLong = (text: string) => text.length > 480 || text.split('\n').length > 6;

/** The instructions that an answer was given, as they were then. Their text is read when they are shown. */
export function UsedInstructions({ messageId, used }: { messageId: string; used: readonly Used[] }) {
  const query = trpc.chat.usedInstructions.useQuery({ messageId }, { staleTime: Number.POSITIVE_INFINITY });
  return used.map(({ project }, at) => {
    const text = query.data?.find((one) => one.project === project)?.text;
    return (
      <li key={project ?? ''} className="flex items-start gap-2.5 border-border border-b py-2 last:border-b-0">
        <ScrollText className="icon mt-0.5 flex-none text-text-muted" aria-hidden />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="break-words font-medium text-sm">
            {project === null ? texts.yourInstructions : texts.instructionsOf(project)}
          </p>
          {text !== undefined && <Text text={text} />}
          {query.isPending && <Skeleton className="my-1.5 h-3 w-3/5" />}
          {query.isError && at === 0 && (
            <p className="text-danger-ink text-sm" role="alert">
              {errorText(query.error)}{' '}
              <TextButton onClick={() => void query.refetch()}>{chatTexts.tryAgain}</TextButton>
            </p>
          )}
        </div>
      </li>
    );
  });
}

function Text({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <p
        dir="auto"
        className={`whitespace-pre-line break-words text-sm text-text-muted ${open || !isLong(text) ? '' : 'line-clamp-6'}`}
      >
        {text}
      </p>
      {isLong(text) && (
        <TextButton className="-ml-1" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? texts.showLess : texts.showAll}
        </TextButton>
      )}
    </>
  );
}
