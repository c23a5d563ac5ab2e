import { promptOperations } from '@noek/contract/prompts/operations';
import { importPrompts } from '../features/prompts/add-prompts.ts';
import {
  createPrompt,
  deletePrompt,
  listPrompts,
  orderPrompts,
  updatePrompt,
} from '../features/prompts/own-prompts.ts';
import { promptNotFound } from '../features/prompts/prompts.queries.ts';
import { publishPrompt, updatePublished, withdrawPrompt } from '../features/prompts/published-prompts.ts';
import { implement } from '../transports/implement.ts';

/** The procedures and documented paths of prompts. */
export const promptsApi = implement(
  promptOperations,
  {
    list: listPrompts,
    create: createPrompt,
    update: updatePrompt,
    delete: deletePrompt,
    order: orderPrompts,
    import: importPrompts,
    publish: publishPrompt,
    updatePublished,
    withdraw: withdrawPrompt,
  },
  promptNotFound,
);
