import { promptOperations } from '@noek/contract/prompts/operations';
import { implement } from '../../transports/implement.ts';
import { createPrompt } from './create-prompt.ts';
import { deletePrompt } from './delete-prompt.ts';
import { importPrompts } from './import-prompts.ts';
import { listPrompts } from './list-prompts.ts';
import { orderPrompts } from './order-prompts.ts';
import { promptNotFound } from './prompts.queries.ts';
import { publishPrompt } from './publish-prompt.ts';
import { updatePrompt } from './update-prompt.ts';
import { updatePublished } from './update-published.ts';
import { withdrawPrompt } from './withdraw-prompt.ts';

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
