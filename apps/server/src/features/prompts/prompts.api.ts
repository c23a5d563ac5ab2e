import { promptOperations } from '@noek/contract/prompts/operations';
import { implement } from '../../transports/implement.ts';
import { importPrompts } from './add-prompts.ts';
import { createPrompt, deletePrompt, listPrompts, orderPrompts, updatePrompt } from './own-prompts.ts';
import { promptNotFound } from './prompts.queries.ts';
import { publishPrompt, updatePublished, withdrawPrompt } from './published-prompts.ts';

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
