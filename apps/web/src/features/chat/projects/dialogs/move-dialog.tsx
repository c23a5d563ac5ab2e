import type { Project } from '@noek/contract/projects/schemas';
import { foldFully } from '@noek/contract/text/folded-words';
import { clsx } from 'clsx';
import { Check, FolderMinus, FolderPlus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { isOfInputMethod } from '../../../../components/base/of-input-method.ts';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { SearchInput } from '../../../../components/fields/search-input.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import type { Chosen } from '../../actions/change-conversations.ts';
import { openDialog } from '../../open/open-dialog.ts';
import { useSession } from '../../session/session.ts';
import { useProjects } from '../../session/use-projects.ts';
import { moveConversations, type Target } from '../move-conversations.ts';
import { ProjectDot } from '../project-dot.tsx';
import { projectTexts } from '../texts.ts';

const texts = projectTexts.move;

type Option = { key: string; choose: () => void; icon: ReactNode; text: string; isHere?: boolean };

/** Asks which project the conversations move to. Typing narrows the list; arrow keys and Enter choose. */
export function MoveDialog(props: { moved: Chosen; onMoved?: () => void; onClose: () => void }) {
  const { moved, onMoved, onClose } = props;
  const utils = trpc.useUtils();
  const { cache } = useSession();
  const query = useProjects();
  const [text, setText] = useState('');
  const [pointed, setPointed] = useState<string | null>(null);
  const list = useId();
  const options = useRef<HTMLDivElement>(null);

  const moveTo = (target: Target) => {
    onClose();
    onMoved?.();
    void moveConversations({ utils, cache }, moved, target);
  };
  const typed = text.trim();
  const rows = optionsOf({
    projects: query.data ?? [],
    moved,
    typed,
    moveTo,
    create: () =>
      openDialog({ kind: 'create-project', move: { kind: 'move', moved, ...(onMoved && { onMoved }) }, name: typed }),
  });
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === pointed),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const to = steps[event.key];
    if (isOfInputMethod(event)) return;
    if (to !== undefined) {
      const index = (to + rows.length) % rows.length;
      setPointed(rows[index]?.key ?? null);
      options.current?.querySelectorAll('[role=option]')[index]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') rows[at]?.choose();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className="mt-4 grid">
        <SearchInput
          label={texts.search}
          placeholder={texts.search}
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={`${list}-${at}`}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPointed(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {query.isPending && (
        <div className="mt-3 grid gap-3 px-2.5" role="status" aria-label={texts.list}>
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3.5 w-3/5" />
        </div>
      )}
      {query.isError && !query.data && (
        <Unreadable className="mt-3" text={errorText(query.error)} onRetry={() => void query.refetch()} />
      )}
      <div
        id={list}
        ref={options}
        role="listbox"
        aria-label={texts.list}
        className="scroll-area -mx-2 mt-2 max-h-[min(20rem,45dvh)]"
      >
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
          <div
            key={row.key}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={clsx(
              'flex min-h-10 cursor-default select-none items-center gap-2.5 rounded-control px-2.5 text-[0.875rem]',
              index === at && 'bg-surface-hover forced-colors:outline',
            )}
            onPointerMove={() => setPointed(row.key)}
            onClick={row.choose}
          >
            <span className="grid w-4 flex-none place-items-center [&_svg]:size-4">{row.icon}</span>
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {row.text}
            </span>
            {row.isHere && (
              <span className="flex-none text-text-muted">
                <Check aria-hidden className="size-4" />
                <span className="sr-only">{texts.isHere}</span>
              </span>
            )}
          </div>
        ))}
      </div>
      {query.data && !rows.some(({ key }) => key.startsWith('project')) && (
        <p role="status" className="mt-2 px-0.5 text-sm text-text-muted">
          {query.data.length === 0 ? texts.noneYet : texts.none}
        </p>
      )}
    </Dialog>
  );
}

/** What can be chosen: the projects whose names contain what was typed, a new one, and to leave the project. */
function optionsOf(given: {
  projects: readonly Project[];
  moved: Chosen;
  typed: string;
  moveTo: (target: Target) => void;
  create: () => void;
}): Option[] {
  const { projects, moved, typed, moveTo } = given;
  const places = new Set(moved.rows.map(({ projectId }) => projectId));
  if (moved.unloaded?.length) places.add(null);
  const only = places.size === 1 ? [...places][0] : undefined;
  const wanted = foldFully(typed);
  const found = projects.filter(({ name }) => foldFully(name).includes(wanted));
  const here = projects.find(({ id }) => id === only);
  const isAnyInProject = [...places].some((place) => place !== null);
  const remove: Option = {
    key: 'remove',
    choose: () => moveTo(null),
    icon: <FolderMinus aria-hidden />,
    text: here ? texts.removeFrom(here.name) : texts.removeFromProjects,
  };
  const create: Option = {
    key: 'create',
    choose: given.create,
    icon: <FolderPlus aria-hidden />,
    text: typed === '' ? texts.create : texts.createNamed(typed),
  };
  return [
    ...found.map(
      (project): Option => ({
        key: `project ${project.id}`,
        choose: () => moveTo(project),
        icon: <ProjectDot color={project.color} />,
        text: project.name,
        isHere: project.id === only,
      }),
    ),
    create,
    ...(isAnyInProject && typed === '' ? [remove] : []),
  ];
}
