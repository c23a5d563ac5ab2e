import { insertUser } from '@noek/db/factories';
import type { DocumentedCall, DocumentedCalls, Fixture } from './documented-call.ts';

const byAdministrator: DocumentedCall = {
  async prepare({ db, signedIn }: Fixture) {
    return { by: await signedIn((await insertUser(db, { accessLevel: 'admin' })).id) };
  },
};

export const knowledgeCalls: DocumentedCalls = {
  'GET /api/admin/google-docs/status': byAdministrator,
  'GET /api/admin/google-docs/test': byAdministrator,
  'GET /api/admin/google-docs/preview': byAdministrator,
};
