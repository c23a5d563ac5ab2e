import type { User } from '@noek/contract/auth/schemas';
import type { Prompt, PromptFields } from '@noek/contract/prompts/schemas';
import { Refusal } from '../../../testing/refusal.ts';
import { inOrder, withoutPrompt, withPrompt } from '../prompt-list.ts';

const mira: User = {
  id: 'u1',
  name: 'Mira Novak',
  email: 'mira@example.com',
  accessLevel: 'basic',
  specialFeatures: [],
  allowModelTraining: true,
  memoryEnabled: true,
  emailVerified: true,
  instructions: '',
};

/** A prompt of the person, or one for everybody. */
export const prompt = (id: string, fields: Partial<Prompt> = {}): Prompt => ({
  id,
  name: `Prompt ${id}`,
  text: `The text of ${id}.`,
  published: false,
  createdAt: '2026-06-01T12:00:00.000Z',
  updatedAt: '2026-06-01T12:00:00.000Z',
  ...fields,
});

/** A fake server that stores one person's prompts and those for everybody, as these screens need it. */
export function promptServer(kept: readonly Prompt[], user: Partial<User> = {}) {
  let prompts = [...kept];
  let made = 0;
  const add = (fields: PromptFields, published: boolean) => {
    made += 1;
    const added = prompt(`new${made}`, { ...fields, published });
    prompts = withPrompt(prompts, added);
    return added;
  };
  const update = ({ id, ...fields }: { id: string } & PromptFields) => {
    const known = prompts.find((one) => one.id === id);
    if (!known) throw new Refusal('NOT_FOUND', 404, 'Prompt not found.');
    prompts = withPrompt(prompts, { ...known, ...fields });
    return { ...known, ...fields };
  };
  const remove = ({ id }: { id: string }) => {
    if (!prompts.some((one) => one.id === id)) throw new Refusal('NOT_FOUND', 404, 'Prompt not found.');
    prompts = withoutPrompt(prompts, id);
    return { message: 'Prompt deleted.' };
  };
  return {
    'auth.user': () => ({ ...mira, ...user }),
    'prompts.list': () => prompts,
    'prompts.create': (fields: PromptFields) => add(fields, false),
    'prompts.publish': (fields: PromptFields) => add(fields, true),
    'prompts.update': update,
    'prompts.updatePublished': update,
    'prompts.delete': remove,
    'prompts.withdraw': remove,
    'prompts.order'({ ids }: { ids: string[] }) {
      prompts = inOrder(prompts, ids);
      return prompts;
    },
    'prompts.import'({ prompts: added }: { prompts: PromptFields[] }) {
      for (const fields of added) add(fields, false);
      return { added: added.length, known: 0 };
    },
  };
}
