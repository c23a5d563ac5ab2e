import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import { fileIdSchema, fileSchema } from '../files/schemas.ts';
import {
  createProjectInputSchema,
  deleteProjectInputSchema,
  projectFileRefSchema,
  projectIdSchema,
  projectRefSchema,
  projectSchema,
  updateProjectInputSchema,
} from './schemas.ts';

const reads = { access: 'signed-in', token: 'read' } as const;
const changes = { access: 'signed-in', token: 'all' } as const;
const ofProject = { params: z.object({ id: projectIdSchema }), fields: { id: 'projectId' } } as const;
const ofFile = {
  params: z.object({ id: projectIdSchema, fileId: fileIdSchema }),
  fields: { id: 'projectId', fileId: 'fileId' },
} as const;

/** The calls of projects. Conversations move into and out of them with `chat.update` and `chat.changeConversations`. */
export const projectOperations = {
  list: {
    ...reads,
    type: 'query',
    summary: 'List projects outside the trash, by name.',
    output: z.array(projectSchema),
    rest: { method: 'get', path: '/api/projects' },
  },
  create: {
    ...changes,
    type: 'mutation',
    summary: 'Create a project.',
    input: createProjectInputSchema,
    output: projectSchema,
    refusals: ['CONFLICT'],
    example: { name: 'Garden', instructions: 'Answer for a balcony in the north.' },
    rest: { method: 'post', path: '/api/projects', status: 201 },
  },
  project: {
    ...reads,
    type: 'query',
    summary: 'Get one project.',
    input: projectRefSchema,
    output: projectSchema,
    rest: { ...ofProject, method: 'get', path: '/api/projects/{id}' },
  },
  update: {
    ...changes,
    type: 'mutation',
    summary: 'Change a project. Absent fields keep their values. New instructions count from the next answer.',
    input: updateProjectInputSchema,
    output: projectSchema,
    example: { name: 'Balcony', memory: 'own' },
    rest: { ...ofProject, method: 'patch', path: '/api/projects/{id}' },
  },
  delete: {
    ...changes,
    type: 'mutation',
    summary:
      'Move a project to the trash for 30 days. Its conversations leave it, or go with it. Restoring it gives them their places back.',
    input: deleteProjectInputSchema,
    output: messageResultSchema,
    rest: { ...ofProject, method: 'delete', path: '/api/projects/{id}' },
  },
  restore: {
    ...changes,
    type: 'mutation',
    summary: 'Take a project out of the trash, with its conversations.',
    input: projectRefSchema,
    output: projectSchema,
    rest: { ...ofProject, method: 'post', path: '/api/projects/{id}/restore' },
  },
  trash: {
    ...reads,
    type: 'query',
    summary: 'List the projects in the trash, the most recently deleted first.',
    output: z.array(projectSchema),
  },
  deleteForever: {
    ...changes,
    type: 'mutation',
    summary: 'Delete a project in the trash permanently, with its memories and the conversations that went with it.',
    input: projectRefSchema,
    output: messageResultSchema,
  },
  files: {
    ...reads,
    type: 'query',
    summary: 'List the files of a project, the newest first.',
    input: projectRefSchema,
    output: z.array(fileSchema),
    rest: { ...ofProject, method: 'get', path: '/api/projects/{id}/files' },
  },
  addFile: {
    ...changes,
    type: 'mutation',
    summary: 'Add a file to a project. Adding it again changes nothing.',
    input: projectFileRefSchema,
    output: fileSchema,
    refusals: ['CONFLICT'],
    rest: { ...ofFile, method: 'put', path: '/api/projects/{id}/files/{fileId}' },
  },
  removeFile: {
    ...changes,
    type: 'mutation',
    summary: 'Take a file out of a project. A file that no message has is deleted.',
    input: projectFileRefSchema,
    output: messageResultSchema,
    rest: { ...ofFile, method: 'delete', path: '/api/projects/{id}/files/{fileId}' },
  },
} as const satisfies Declarations;
