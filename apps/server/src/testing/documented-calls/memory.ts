import { defaultMemoryLimit } from '@noek/contract/subscription/limits';
import { insertMemories } from '@noek/db/testing/factories';
import type { DocumentedCalls } from './documented-call.ts';
import { memory } from './things.ts';

export const memoryCalls: DocumentedCalls = {
  'GET /api/memories': {
    async prepare({ db, user }) {
      await insertMemories(db, user.id, [memory]);
      return {};
    },
  },
  'POST /api/memories': {
    refusals: {
      async CONFLICT({ me, db, user }) {
        await insertMemories(db, user.id, Array(defaultMemoryLimit).fill(memory));
        return me.call('/api/memories', { method: 'POST', body: memory });
      },
    },
  },
};
