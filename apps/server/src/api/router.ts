import { configOperations } from '@noek/contract/config/operations';
import { Hono } from 'hono';
import { openApiDocument } from '../documents/openapi.ts';
import type { AppEnv } from '../middleware/app-env.ts';
import { publicConfig } from '../pages/public-config.ts';
// The program that reads the types of the procedures needs the services of their context.
import type {} from '../services.ts';
import { implement } from '../transports/implement.ts';
import { router } from '../transports/trpc.ts';
import { adminApi } from './admin.api.ts';
import { appsApi } from './apps.api.ts';
import { archiveApi } from './archive.api.ts';
import { authApi } from './auth.api.ts';
import { campaignsApi, emailsApi } from './campaigns.api.ts';
import { chatApi } from './chat.api.ts';
import { documentsApi } from './documents.api.ts';
import { filesApi } from './files.api.ts';
import { knowledgeApi } from './knowledge.api.ts';
import { memoryApi } from './memory.api.ts';
import { projectsApi } from './projects.api.ts';
import { promptsApi } from './prompts.api.ts';
import { moderationApi, reportsApi } from './reports.api.ts';
import { subscriptionApi } from './subscription.api.ts';
import { tokensApi } from './token.api.ts';
import { webhooksApi } from './webhooks.api.ts';

/** Every typed procedure, with one router per feature. */
export const appRouter = router({
  auth: router({ ...authApi.procedures, ...tokensApi.procedures, ...appsApi.procedures }),
  archive: router(archiveApi.procedures),
  chat: router(chatApi.procedures),
  documents: router(documentsApi.procedures),
  files: router(filesApi.procedures),
  knowledge: router(knowledgeApi.procedures),
  memory: router(memoryApi.procedures),
  projects: router(projectsApi.procedures),
  prompts: router(promptsApi.procedures),
  subscription: router(subscriptionApi.procedures),
  admin: router(adminApi.procedures),
  campaigns: router(campaignsApi.procedures),
  emails: router(emailsApi.procedures),
  reports: router(reportsApi.procedures),
  moderation: router(moderationApi.procedures),
  webhooks: router(webhooksApi.procedures),
});
export type AppRouter = typeof appRouter;

const configApi = implement(configOperations, {
  version: ({ config }) => ({ version: config.version }),
  config: (ctx) => publicConfig(ctx),
});

/** The documented paths under /api. */
export const rest = new Hono<AppEnv>()
  .get('/openapi.json', (c) => c.json(openApiDocument(c.var.ctx.config)))
  .route('/', configApi.routes)
  .route('/', authApi.routes)
  .route('/', tokensApi.routes)
  .route('/', appsApi.routes)
  .route('/', chatApi.routes)
  .route('/', documentsApi.routes)
  .route('/', filesApi.routes)
  .route('/', knowledgeApi.routes)
  .route('/', memoryApi.routes)
  .route('/', projectsApi.routes)
  .route('/', promptsApi.routes)
  .route('/', subscriptionApi.routes)
  .route('/', adminApi.routes)
  .route('/', campaignsApi.routes)
  .route('/', reportsApi.routes)
  .route('/', moderationApi.routes)
  .route('/', archiveApi.routes)
  .route('/', webhooksApi.routes);
