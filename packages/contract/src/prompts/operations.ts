import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import {
  createPromptInputSchema,
  importedPromptsSchema,
  importPromptsInputSchema,
  orderPromptsInputSchema,
  promptFieldsSchema,
  promptRefSchema,
  promptSchema,
  updatePromptInputSchema,
} from './schemas.ts';

const reads = { access: 'signed-in', token: 'read' } as const;
const changes = { access: 'signed-in', token: 'all' } as const;
const ofAdministrators = { access: 'admin', token: 'never' } as const;

/** The calls of prompts: texts that people keep to send them again, and those that administrators publish for everybody. */
export const promptOperations = {
  list: {
    ...reads,
    type: 'query',
    summary: "List the person's prompts in their order, then those for everybody.",
    output: z.array(promptSchema),
    rest: { method: 'get', path: '/api/prompts' },
  },
  create: {
    ...changes,
    type: 'mutation',
    summary: 'Create a prompt, as the last one or at another place.',
    input: createPromptInputSchema,
    output: promptSchema,
    refusals: ['CONFLICT'],
    example: { name: 'Summary', text: 'Summarize this in {{number}} sentences: {{text}}' },
    rest: { method: 'post', path: '/api/prompts', status: 201 },
  },
  update: {
    ...changes,
    type: 'mutation',
    summary: 'Change a prompt. Absent fields keep their values.',
    input: updatePromptInputSchema,
    output: promptSchema,
    example: { name: 'Short summary' },
    rest: { method: 'patch', path: '/api/prompts/{id}' },
  },
  delete: {
    ...changes,
    type: 'mutation',
    summary: 'Delete a prompt.',
    input: promptRefSchema,
    output: messageResultSchema,
    rest: { method: 'delete', path: '/api/prompts/{id}' },
  },
  order: {
    ...changes,
    type: 'mutation',
    summary: 'Put the prompts of the person into another order.',
    input: orderPromptsInputSchema,
    output: z.array(promptSchema),
  },
  import: {
    ...changes,
    type: 'mutation',
    summary: 'Add prompts from a file, all or none. Those that are there already are left out.',
    input: importPromptsInputSchema,
    output: importedPromptsSchema,
    refusals: ['CONFLICT'],
  },
  publish: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Publish a prompt for everybody.',
    input: promptFieldsSchema,
    output: promptSchema,
    refusals: ['CONFLICT'],
  },
  updatePublished: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Change a published prompt. Absent fields keep their values.',
    input: updatePromptInputSchema,
    output: promptSchema,
  },
  withdraw: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Delete a published prompt.',
    input: promptRefSchema,
    output: messageResultSchema,
  },
} as const satisfies Declarations;
