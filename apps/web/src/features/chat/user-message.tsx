import { memo } from 'react';
import { CopyButton } from './copy-button.tsx';
import { exactLabel, timeLabel } from './date-labels.ts';

/** What the person (or, in a shared conversation, its author) wrote: a soft bubble on the right. */
export const UserMessage = memo(function UserMessage(props: { content: string; createdAt: string; author?: string }) {
  const { content, createdAt, author = 'You' } = props;
  return (
    <article className="group/user grid justify-items-end gap-1">
      <h2 className="sr-only">{author}</h2>
      <div className="max-w-[min(85%,36rem)] whitespace-pre-line rounded-composer bg-bubble px-4 py-2.5 text-prose leading-[1.6] [overflow-wrap:anywhere] max-md:max-w-[88%] forced-colors:border">
        {content}
      </div>
      <div className="flex min-h-(--size-control-sm) items-center gap-0.5 text-text-muted text-xs">
        <CopyButton
          text={content}
          label="Copy message"
          className="opacity-0 group-focus-within/user:opacity-100 group-hover/user:opacity-100 coarse:opacity-100 any-pointer-coarse:opacity-100"
        />
        <time className="px-1.5 tabular-nums" dateTime={createdAt} title={exactLabel(createdAt)}>
          {timeLabel(createdAt)}
        </time>
      </div>
    </article>
  );
});
