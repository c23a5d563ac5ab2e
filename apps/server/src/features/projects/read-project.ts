import type { Project } from '@noek/contract/projects/schemas';
import type { Ctx } from '../../context.ts';
import { findProject } from '../chat/rows/projects.queries.ts';
import { toProject } from './projects.queries.ts';

/** One of the person's projects. Throws NOT_FOUND. */
export const readProject = async (ctx: Ctx, { projectId }: { projectId: string }): Promise<Project> =>
  toProject(await findProject(ctx, projectId));
