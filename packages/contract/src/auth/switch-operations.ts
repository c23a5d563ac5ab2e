import type { Declarations } from '../calls/declaration.ts';
import { switchInputs, userSchema } from './schemas.ts';

const setting = { access: 'signed-in', token: 'never', type: 'mutation', output: userSchema } as const;

/** The calls that change a person's switches, one each. */
export const switchOperations = {
  memorySettings: {
    ...setting,
    summary: 'Turn memory on or off. Off means that memories are neither read nor saved, from this moment on.',
    input: switchInputs.pick({ memoryEnabled: true }),
    example: { memoryEnabled: false },
    rest: { method: 'post', path: '/api/user/memory-settings' },
  },
  modelTrainingConsent: {
    ...setting,
    summary: 'Allow or forbid that conversations are used to train models.',
    input: switchInputs.pick({ allowModelTraining: true }),
    example: { allowModelTraining: false },
    rest: { method: 'post', path: '/api/user/model-training-consent' },
  },
} as const satisfies Declarations;
