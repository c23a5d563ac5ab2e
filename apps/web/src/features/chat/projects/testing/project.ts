import type { Project } from '@noek/contract/projects/schemas';

/** A project for tests. */
export const project = (id: string, fields: Partial<Project> = {}): Project => ({
  id,
  name: `Project ${id}`,
  instructions: '',
  memory: 'shared',
  color: 'green',
  createdAt: '2025-06-28T10:00:00.000Z',
  updatedAt: '2025-06-28T10:00:00.000Z',
  deletedAt: null,
  ...fields,
});
