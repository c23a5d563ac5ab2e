import { type Kit, postgresKit, sqliteKit } from './kit.ts';
import { accountTables } from './schema/account.ts';
import { authTables } from './schema/auth.ts';
import { chatTables } from './schema/chat.ts';
import { figuresTables } from './schema/figures.ts';
import { knowledgeTables } from './schema/knowledge.ts';
import { memoryTables } from './schema/memory.ts';
import { operationsTables } from './schema/operations.ts';
import { subscriptionTables } from './schema/subscription.ts';

function buildTables(k: Kit) {
  const auth = authTables(k);
  return {
    ...auth,
    ...accountTables(k, auth),
    ...subscriptionTables(k, auth),
    ...chatTables(k, auth),
    ...knowledgeTables(k),
    ...memoryTables(k, auth),
    ...operationsTables(k, auth),
    ...figuresTables(k, auth),
  };
}

export const sqliteTables = buildTables(sqliteKit);
export const postgresTables = buildTables(postgresKit);
export type Tables = typeof sqliteTables;
