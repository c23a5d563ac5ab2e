import { apiTokenLimit } from '@noek/contract/auth/limits';
import { tokenOperations } from '@noek/contract/auth/token-operations';
import type { DocumentedCalls, Fixture } from './documented-call.ts';

const { example: body } = tokenOperations.createToken;
const create = ({ me }: Fixture) => me.call('/api/tokens', { method: 'POST', body });

export const tokenCalls: DocumentedCalls = {
  'POST /api/tokens': {
    refusals: {
      async CONFLICT(fixture) {
        for (let made = 0; made < apiTokenLimit; made++) await create(fixture);
        return create(fixture);
      },
    },
  },
};
