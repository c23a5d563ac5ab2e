import { type Kit, postgresKit, sqliteKit } from './kit.ts';
import { accountTables } from './schema/account.ts';
import { authTables } from './schema/auth.ts';
import { campaignTables } from './schema/campaigns.ts';
import { chatTables } from './schema/chat.ts';
import { developerTables } from './schema/developers.ts';
import { documentTables } from './schema/documents.ts';
import { figuresTables } from './schema/figures.ts';
import { fileTables } from './schema/files.ts';
import { knowledgeTables } from './schema/knowledge.ts';
import { memoryTables } from './schema/memory.ts';
import { modelTables } from './schema/models.ts';
import { operationsTables } from './schema/operations.ts';
import { projectTables } from './schema/projects.ts';
import { queueTables } from './schema/queue.ts';
import { reportTables } from './schema/reports.ts';
import { subscriptionTables } from './schema/subscription.ts';

function buildTables(k: Kit) {
  const auth = authTables(k);
  const campaigns = campaignTables(k, auth);
  const projects = projectTables(k, auth);
  const chat = chatTables(k, { ...auth, ...projects });
  const memory = memoryTables(k, { ...auth, ...projects });
  const files = fileTables(k, { ...auth, ...projects, ...chat });
  return {
    ...auth,
    ...developerTables(k, { ...auth, ...chat }),
    ...accountTables(k, { ...auth, ...chat, ...memory }),
    ...subscriptionTables(k, auth),
    ...projects,
    ...chat,
    ...files,
    ...queueTables(k, { ...chat, ...files }),
    ...documentTables(k, chat),
    ...reportTables(k, { ...auth, ...chat }),
    ...knowledgeTables(k),
    ...modelTables(k),
    ...memory,
    ...campaigns,
    ...operationsTables(k, { ...auth, ...campaigns }),
    ...figuresTables(k, auth),
  };
}

export const sqliteTables = buildTables(sqliteKit);
export const postgresTables = buildTables(postgresKit);
export type Tables = typeof sqliteTables;
