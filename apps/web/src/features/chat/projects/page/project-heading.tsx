import type { Project } from '@noek/contract/projects/schemas';
import { Ellipsis, SquarePen } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../../components/base/button.tsx';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { tooltip } from '../../../../components/base/tooltip.ts';
import { DropdownMenu, MenuItem } from '../../../../components/dialogs/dropdown-menu.tsx';
import { openDialog } from '../../open/open-dialog.ts';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { useProjectChanges } from '../change-projects.ts';
import { colorName, ProjectDot } from '../project-dot.tsx';
import { ProjectMenuItems } from '../project-menu-items.tsx';
import { projectTexts } from '../texts.ts';
import { NameField } from './name-field.tsx';

const texts = projectTexts.page;

/** The colour and the name of a project, which can be changed here, a new chat, and a menu. */
export function ProjectHeading({ project }: { project: Project }) {
  const { update } = useProjectChanges();
  const { newChatIn } = useOpenConversation();
  const [editing, setEditing] = useState(false);
  const name = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex items-start gap-1.5">
      <IconButton
        size="lg"
        label={texts.changeColor(colorName(project.color))}
        className="-ml-2.5"
        onClick={() => openDialog({ kind: 'color-project', project })}
      >
        <ProjectDot color={project.color} className="size-4" />
      </IconButton>
      <div className="min-w-0 flex-1">
        {editing ? (
          <>
            <h1 className="sr-only">{project.name}</h1>
            <NameField
              name={project.name}
              onSave={(changed) => update({ projectId: project.id, name: changed })}
              onClose={(byKeyboard) => {
                flushSync(() => setEditing(false));
                if (byKeyboard) name.current?.focus();
              }}
            />
          </>
        ) : (
          <h1 className="text-2xl leading-10">
            <button
              ref={name}
              type="button"
              className="-mx-1.5 max-w-full cursor-text text-left rounded-control px-1.5 hover:bg-surface-hover"
              onClick={() => setEditing(true)}
              {...tooltip(projectTexts.rename)}
            >
              <bdi className="break-words">{project.name}</bdi>
            </button>
          </h1>
        )}
      </div>
      <Button variant="quiet" className="max-sm:hidden" onClick={() => newChatIn(project.id)}>
        <SquarePen className="icon" aria-hidden />
        {texts.newChat}
      </Button>
      <DropdownMenu
        trigger={
          <IconButton size="lg" label={texts.actions}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => newChatIn(project.id)}>
          <SquarePen aria-hidden />
          {texts.newChat}
        </MenuItem>
        <ProjectMenuItems project={project} />
      </DropdownMenu>
    </div>
  );
}
