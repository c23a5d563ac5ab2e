import type { Conversation } from '@noek/contract/chat/schemas';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DropdownMenu, MenuSeparator } from '../../../../components/dialogs/dropdown-menu.tsx';
import { ProjectLink } from '../../projects/project-link.tsx';
import { TitleField } from '../../rename/title-field.tsx';
import { useRename } from '../../rename/use-rename.ts';
import { chatTexts, titleOf } from '../../texts.ts';
import { ClearItem, ConversationItems, DeleteItem } from './conversation-items.tsx';

/** The project of the open conversation, and the conversation's title, which is its menu. */
export function HeaderTitle({ conversation }: { conversation: Conversation }) {
  const rename = useRename();
  const [editing, setEditing] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isEditing = editing === conversation.id;
  return (
    <span className="flex min-w-0 items-center gap-1.5 narrow-header:gap-0.5">
      <span aria-hidden className="h-5 w-px flex-none bg-border" />
      <ProjectLink projectId={conversation.projectId} />
      {isEditing ? (
        <TitleField
          title={conversation.title}
          className="w-80"
          floating
          onSave={(title) => rename(conversation.id, title)}
          onClose={(byKeyboard) => {
            flushSync(() => setEditing(null));
            if (byKeyboard) button.current?.focus();
          }}
        />
      ) : (
        <DropdownMenu
          align="start"
          trigger={
            <button
              ref={button}
              type="button"
              className="flex min-h-9 min-w-0 items-center gap-1 rounded-control px-1.5 text-[0.875rem] text-text-muted hover:bg-surface-hover aria-expanded:bg-surface-hover coarse:min-h-10"
            >
              <span className="sr-only">{chatTexts.header.conversationMenu} </span>
              <bdi className="block truncate">{titleOf(conversation)}</bdi>
              <ChevronDown aria-hidden className="icon size-3.5 flex-none" />
            </button>
          }
        >
          <ConversationItems conversation={conversation} onRename={() => setEditing(conversation.id)} />
          <MenuSeparator />
          <DeleteItem conversation={conversation} />
          <ClearItem />
        </DropdownMenu>
      )}
    </span>
  );
}
