import { adminOperations } from './admin/operations.ts';
import { archiveOperations } from './archive/operations.ts';
import { appOperations } from './auth/app-operations.ts';
import { authOperations } from './auth/operations.ts';
import { tokenOperations } from './auth/token-operations.ts';
import {
  type Declaration,
  type Declarations,
  isTyped,
  type StreamedCall,
  type TypedCall,
} from './calls/declaration.ts';
import { operationsOf } from './calls/declared-paths.ts';
import { type KeyOf, keyOf, type Operation } from './calls/operation.ts';
import { campaignOperations, emailOperations } from './campaigns/operations.ts';
import { chatOperations } from './chat/operations.ts';
import { configOperations } from './config/operations.ts';
import { documentOperations } from './documents/operations.ts';
import { fileOperations } from './files/operations.ts';
import { knowledgeOperations } from './knowledge/operations.ts';
import { memoryOperations } from './memory/operations.ts';
import { projectOperations } from './projects/operations.ts';
import { promptOperations } from './prompts/operations.ts';
import { moderationOperations, reportOperations } from './reports/operations.ts';
import { subscriptionOperations } from './subscription/operations.ts';
import { webhookOperations } from './webhooks/operations.ts';

/** The declared verbs of each router of typed procedures. */
export const declarationsByRouter = {
  auth: { ...authOperations, ...tokenOperations, ...appOperations },
  archive: archiveOperations,
  chat: chatOperations,
  documents: documentOperations,
  files: fileOperations,
  knowledge: knowledgeOperations,
  memory: memoryOperations,
  projects: projectOperations,
  prompts: promptOperations,
  subscription: subscriptionOperations,
  admin: adminOperations,
  campaigns: campaignOperations,
  emails: emailOperations,
  reports: reportOperations,
  moderation: moderationOperations,
  webhooks: webhookOperations,
} as const;

/** A typed procedure as it is declared. `path`: "chat.send". */
export type DeclaredProcedure = (TypedCall | StreamedCall) & { path: string };

/** Every typed procedure. */
export const procedures: readonly DeclaredProcedure[] = Object.entries<Declarations>(declarationsByRouter).flatMap(
  ([router, declared]) =>
    Object.entries<Declaration>(declared).flatMap(([name, verb]) =>
      isTyped(verb) ? [{ ...verb, path: `${router}.${name}` }] : [],
    ),
);

/** Every documented call, by feature and name. */
export const operationsByFeature = {
  auth: operationsOf(authOperations),
  tokens: operationsOf(tokenOperations),
  apps: operationsOf(appOperations),
  chat: operationsOf(chatOperations),
  documents: operationsOf(documentOperations),
  files: operationsOf(fileOperations),
  knowledge: operationsOf(knowledgeOperations),
  memory: operationsOf(memoryOperations),
  projects: operationsOf(projectOperations),
  prompts: operationsOf(promptOperations),
  subscription: operationsOf(subscriptionOperations),
  archive: operationsOf(archiveOperations),
  admin: operationsOf(adminOperations),
  campaigns: operationsOf(campaignOperations),
  reports: operationsOf({ ...reportOperations, ...moderationOperations }),
  webhooks: operationsOf(webhookOperations),
  config: operationsOf(configOperations),
} as const;

type Features = typeof operationsByFeature;
type Declared = { [F in keyof Features]: Features[F][keyof Features[F]] }[keyof Features];

/** Every documented call by its key: "GET /api/conversations". */
export type OperationsByKey = { [O in Declared as KeyOf<O>]: O };
export type OperationKey = keyof OperationsByKey;

/** Every documented call. */
export const operations: readonly Operation[] = Object.values(operationsByFeature).flatMap((feature) =>
  Object.values<Operation>(feature),
);

const idsByKey = new Map(
  Object.entries<Declarations>({ ...declarationsByRouter, config: configOperations }).flatMap(([router, declared]) =>
    Object.entries<Declaration>(declared).flatMap(([name, declaration]) => {
      const path = 'rest' in declaration ? declaration.rest : 'method' in declaration ? declaration : null;
      return path ? [[keyOf(path as Operation), `${router}_${name}`] as const] : [];
    }),
  ),
);

/**
 * Every documented call by its id in the OpenAPI document: `chat_send` is the path of the procedure `chat.send`. Ids are valid names of
 * functions, because programs that offer calls to a model use them so.
 */
export const operationsById: Readonly<Record<string, Operation>> = Object.fromEntries(
  operations.map((operation) => [idsByKey.get(keyOf(operation)), operation]),
);
