import type { Conversation } from '@noek/contract/chat/schemas';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { tooltip } from '../../../../components/base/tooltip.ts';
import { ProjectLink } from '../../projects/project-link.tsx';
import { TitleField } from '../../rename/title-field.tsx';
import { useRename } from '../../rename/use-rename.ts';
import { chatTexts } from '../../texts.ts';

/** The project of the open conversation, and the conversation's title; clicking the title edits it. */
export function HeaderTitle({ conversation }: { conversation: Conversation }) {
  const rename = useRename();
  const [editing, setEditing] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className="flex min-w-0 items-center gap-1.5 narrow-header:gap-0.5">
      <span aria-hidden className="h-5 w-px flex-none bg-border" />
      <ProjectLink projectId={conversation.projectId} />
      {editing === conversation.id ? (
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
        <button
          ref={button}
          type="button"
          {...tooltip(chatTexts.rename)}
          onClick={() => setEditing(conversation.id)}
          className="min-h-9 min-w-0 cursor-text rounded-control px-1.5 text-[0.875rem] text-text-muted hover:bg-surface-hover coarse:min-h-10"
        >
          <span className="sr-only">{chatTexts.rename} </span>
          <bdi className="block truncate">{conversation.title}</bdi>
        </button>
      )}
    </span>
  );
}
