import { postgresTables } from '../tables.ts';

// drizzle-kit reads tables from the exports of this file.
export const {
  users,
  sessions,
  emailTokens,
  identities,
  crossDomainTokens,
  guests,
  rateLimits,
  conversations,
  messages,
  shareSnapshots,
  generations,
  generationEvents,
  allowanceAccounts,
  allowanceLedger,
  memories,
  memoryVersions,
  memoryAccounts,
  outbox,
  auditLog,
} = postgresTables;
