import type { Conversation } from '@noek/contract/chat/schemas';
import { Ellipsis, FolderInput, MessageSquare, Pin } from 'lucide-react';
import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { exactLabel, updatedLabel } from '../../../../components/dates/date-labels.ts';
import { DropdownMenu, MenuItem } from '../../../../components/dialogs/dropdown-menu.tsx';
import { MoreButton } from '../../../../components/more-button.tsx';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { LoadingList } from '../../../../components/states/loading-list.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { listedIn } from '../../cache/conversation-cache.ts';
import { projectInput } from '../../cache/list-inputs.ts';
import { ChatLink } from '../../chat-navigation.tsx';
import { openDialog } from '../../open/open-dialog.ts';
import { titleOf } from '../../texts.ts';
import { projectTexts } from '../texts.ts';
import { ProjectSection } from './project-section.tsx';

const texts = projectTexts.page.chats;

/** The chats of a project, the newest first. */
export function ProjectChats({ projectId }: { projectId: string }) {
  const query = trpc.chat.conversations.useInfiniteQuery(projectInput(projectId), {
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = listedIn(query.data);
  return (
    <ProjectSection heading={texts.heading}>
      {query.isPending ? (
        <LoadingList label={texts.loading} />
      ) : query.isError && rows.length === 0 ? (
        <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <CentredMessage title={texts.empty} text={texts.emptyHint} />
      ) : (
        <>
          <ul aria-label={texts.heading} className="border-border border-t">
            {rows.map((conversation) => (
              <ChatRow key={conversation.id} conversation={conversation} />
            ))}
          </ul>
          <MoreButton query={query} label={texts.more} loading={texts.loadingMore} />
        </>
      )}
    </ProjectSection>
  );
}

function ChatRow({ conversation }: { conversation: Conversation }) {
  const { id, updatedAt, pinned } = conversation;
  const title = titleOf(conversation);
  return (
    <li className="flex items-center border-border border-b [contain-intrinsic-size:auto_3rem] [content-visibility:auto] has-data-[state=open]:[content-visibility:visible]">
      <ChatLink
        to={id}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-control px-1.5 text-[0.875rem] no-underline -outline-offset-2 hover:bg-surface-hover"
      >
        <MessageSquare aria-hidden className="icon text-text-muted" />
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {title}
        </span>
        {pinned && (
          <span className="flex-none text-text-muted">
            <Pin aria-hidden className="size-3.5" />
            <span className="sr-only">{texts.pinned}</span>
          </span>
        )}
        <time
          dateTime={updatedAt}
          title={exactLabel(updatedAt)}
          className="flex-none text-text-muted text-xs tabular-nums"
        >
          {updatedLabel(updatedAt)}
        </time>
      </ChatLink>
      <DropdownMenu
        trigger={
          <IconButton size="lg" label={texts.actionsFor(title)}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => openDialog({ kind: 'move', moved: { rows: [conversation] } })}>
          <FolderInput aria-hidden />
          {projectTexts.move.menu}
        </MenuItem>
      </DropdownMenu>
    </li>
  );
}
