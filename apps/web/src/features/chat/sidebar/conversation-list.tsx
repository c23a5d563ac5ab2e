import type { Conversation } from '@noek/contract/chat';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { TextButton } from '../../../components/button.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { useChatNavigation } from '../chat-navigation.tsx';
import { listInput } from '../use-chat-cache.ts';
import { type ConversationAction, deleteQuestion } from './action-texts.ts';
import { conversationsIn } from './conversation-cache.ts';
import { ConversationRow } from './conversation-row.tsx';

const lists = {
  chats: {
    archived: false,
    offers: ['archive'],
    empty: ['No conversations yet', 'Start a new chat to begin!'],
  },
  archived: {
    archived: true,
    offers: ['unarchive', 'delete'],
    empty: ['No archived conversations', 'Archived chats will appear here'],
  },
} as const;
const verbs: Record<ConversationAction, string> = { archive: 'Archive', unarchive: 'Unarchive', delete: 'Delete' };

/** One tab of the sidebar: its conversations, newest first, more of them as one scrolls, and a mode to select several. */
export function ConversationList(props: {
  list: keyof typeof lists;
  onPick: () => void;
  act: (action: ConversationAction, rows: readonly Conversation[]) => Promise<Conversation[]>;
}) {
  const { archived, offers, empty } = lists[props.list];
  const { conversationId, open } = useChatNavigation();
  const query = trpc.chat.conversations.useInfiniteQuery(listInput(archived), {
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = conversationsIn(query.data);
  const [selection, setSelection] = useState<ReadonlySet<number> | null>(null);
  const [deleting, setDeleting] = useState<readonly Conversation[]>([]);
  const end = useNextPage(query.hasNextPage && !query.isFetchingNextPage, query.fetchNextPage);

  const run = async (action: ConversationAction, chosen: readonly Conversation[]) => {
    setSelection(null);
    const worked = await props.act(action, chosen);
    if (action === 'delete' && worked.some(({ id }) => id === conversationId)) open(null);
  };
  const ask = (action: ConversationAction, chosen: readonly Conversation[]) =>
    action === 'delete' ? setDeleting(chosen) : void run(action, chosen);
  const select = (id: number, selected: boolean) =>
    setSelection((before) => {
      const after = new Set(before);
      if (selected) after.add(id);
      else after.delete(id);
      return after;
    });

  if (query.isPending) return <LoadingRows />;
  if (query.isError && rows.length === 0)
    return (
      <Empty title={errorText(query.error)} hint="">
        <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
      </Empty>
    );
  if (rows.length === 0) return <Empty title={empty[0]} hint={empty[1]} />;

  const chosen = rows.filter(({ id }) => selection?.has(id));
  return (
    <>
      <div className="flex min-h-11 flex-none items-center justify-between pr-2.5 pl-4.5 text-text-muted text-xs">
        {selection ? (
          <span aria-live="polite">{chosen.length} selected</span>
        ) : (
          <span>{`${rows.length}${query.hasNextPage ? '+' : ''} ${rows.length === 1 ? 'conversation' : 'conversations'}`}</span>
        )}
        <span className="flex">
          {selection &&
            offers.map((action) => (
              <TextButton
                key={action}
                className="px-2 text-xs"
                disabled={chosen.length === 0}
                onClick={() => ask(action, chosen)}
              >
                {verbs[action]}
              </TextButton>
            ))}
          <TextButton
            className="px-2 text-text-muted! text-xs hover:text-text!"
            onClick={() => setSelection(selection ? null : new Set())}
          >
            {selection ? 'Cancel' : 'Select'}
          </TextButton>
        </span>
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-3 [scrollbar-width:thin]">
        {rows.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            current={conversation.id === conversationId}
            offers={offers}
            onAction={(action) => ask(action, [conversation])}
            onPick={props.onPick}
            selected={selection?.has(conversation.id) ?? null}
            onSelect={(selected) => select(conversation.id, selected)}
          />
        ))}
        {query.hasNextPage && (
          <li ref={end} className="px-2.5 py-3 text-text-muted text-xs">
            {query.isFetchNextPageError ? (
              <TextButton onClick={() => void query.fetchNextPage()}>Try again</TextButton>
            ) : (
              'Loading more…'
            )}
          </li>
        )}
      </ul>
      <AlertDialog
        open={deleting.length > 0}
        onOpenChange={(isOpen) => !isOpen && setDeleting([])}
        title={deleting.length > 1 ? 'Delete conversations' : 'Delete conversation'}
        question={deleteQuestion(Math.max(1, deleting.length))}
        confirm="Delete"
        destructive
        onConfirm={() => void run('delete', deleting)}
      />
    </>
  );
}

/** Loads the next page when the end of the list comes into view. */
function useNextPage(more: boolean, load: () => unknown) {
  const end = useRef<HTMLLIElement>(null);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (!more || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '200px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [more]);
  return end;
}

export function LoadingRows() {
  return (
    <div className="grid gap-1 px-2 pt-3" role="status" aria-label="Loading conversations">
      {['72%', '54%', '63%'].map((width) => (
        <div key={width} className="flex h-10 items-center px-2.5" data-testid="placeholder-row">
          <Skeleton
            className={width === '72%' ? 'h-3.5 w-[72%]' : width === '54%' ? 'h-3.5 w-[54%]' : 'h-3.5 w-[63%]'}
          />
        </div>
      ))}
    </div>
  );
}

function Empty({ title, hint, children }: { title: string; hint: string; children?: React.ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-12 text-center">
      <p className="font-medium text-[0.875rem]">{title}</p>
      {hint && <p className="text-sm text-text-muted">{hint}</p>}
      {children}
    </div>
  );
}
