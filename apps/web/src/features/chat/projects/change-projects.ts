import type { DeleteProjectInput, Project, UpdateProjectInput } from '@noek/contract/projects/schemas';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { tellFailure } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { sendChange } from '../../session/waiting-changes/send-change.ts';
import { changeQuery } from '../cache/change-query.ts';
import { projectTexts } from './texts.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

const texts = projectTexts.toasts;

/** The order of the lists. */
const byName = (a: Project, b: Project) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);

/** Changes the projects that this page knows. */
const change = (queries: QueryClient, to: (projects: Project[]) => Project[]): void =>
  changeQuery<Project[]>(
    queries,
    getQueryKey(trpc.projects.list, undefined, 'query'),
    (projects) => projects && to(projects).toSorted(byName),
  );

const put = (queries: QueryClient, project: Project): void =>
  change(queries, (projects) => [project, ...projects.filter(({ id }) => id !== project.id)]);

/** What leaves a project or comes back with it is read again. */
function readDependents(utils: Utils): void {
  void utils.projects.invalidate();
  void utils.chat.conversations.invalidate();
  void utils.chat.pinned.invalidate();
  void utils.chat.trash.invalidate();
  void utils.chat.conversation.invalidate();
  void utils.memory.list.invalidate();
}

/** Creates, changes, deletes and restores projects. Changes show at once, and are taken back if the server refuses them. */
export function useProjectChanges() {
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  const { client } = utils;

  async function create(input: { name: string; color: string }): Promise<Project> {
    const project = await client.projects.create.mutate(input);
    put(queries, project);
    return project;
  }

  /**
   * Rejects, and changes nothing, if the server refuses. Without a connection, the change waits and this resolves at once; a later
   * refusal is shown.
   */
  async function update({ projectId, ...fields }: UpdateProjectInput): Promise<void> {
    const before = utils.projects.list.getData()?.find(({ id }) => id === projectId);
    const { waits, answer } = sendChange(client, 'project', { projectId, ...fields });
    // Instructions stay in their field until they are saved.
    if (before && (waits || fields.instructions === undefined)) put(queries, { ...before, ...fields } as Project);
    const settled = answer.then(
      (project) => put(queries, project),
      (error) => {
        if (before) put(queries, before);
        throw error;
      },
    );
    if (!waits) return settled;
    settled.catch(tellUnchanged);
  }

  async function restore(project: Pick<Project, 'id'>): Promise<boolean> {
    try {
      const restored = await client.projects.restore.mutate({ projectId: project.id });
      put(queries, restored);
      toast({ title: texts.restored });
      return true;
    } catch (error) {
      tellFailure(texts.restoreFailed, error);
      return false;
    } finally {
      readDependents(utils);
    }
  }

  /** Moves a project to the trash, with Undo. Resolves to whether that worked, or will be done when there is a connection. */
  async function remove(
    project: Project,
    conversations: DeleteProjectInput['conversations'],
    onUndone?: () => void,
  ): Promise<boolean> {
    const hide = () => change(queries, (projects) => projects.filter(({ id }) => id !== project.id));
    const { waits, answer } = sendChange(client, 'deleteProject', { projectId: project.id, conversations });
    if (waits) hide();
    const told = answer.then(
      () => {
        hide();
        readDependents(utils);
        tellRemoved(project, onUndone);
        return true;
      },
      (error) => {
        if (waits) put(queries, project);
        tellFailure(texts.deleteFailed, error);
        return false;
      },
    );
    return waits || told;
  }

  function tellRemoved(project: Project, onUndone?: () => void): void {
    const undo = async () => {
      if (await restore(project)) onUndone?.();
    };
    toast({ title: texts.deleted, action: { label: projectTexts.undo, run: () => void undo() } });
  }

  async function deleteForever(project: Project): Promise<void> {
    try {
      await client.projects.deleteForever.mutate({ projectId: project.id });
      toast({ title: texts.deletedForever });
    } catch (error) {
      tellFailure(texts.deleteForeverFailed, error);
    } finally {
      readDependents(utils);
    }
  }

  return { create, update, remove, restore, deleteForever };
}

/** Changes a project and says if that failed. */
export function useChangeOrTell() {
  const { update } = useProjectChanges();
  return async (input: UpdateProjectInput): Promise<void> => {
    try {
      await update(input);
    } catch (error) {
      tellUnchanged(error);
    }
  };
}

const tellUnchanged = (error: unknown) => tellFailure(texts.changeFailed, error);
