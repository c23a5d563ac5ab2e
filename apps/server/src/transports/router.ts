import { configOperations } from '@noek/contract/config/operations';
import { Hono } from 'hono';
import { openApiDocument } from '../documents/openapi.ts';
import { adminApi } from '../features/admin/admin.api.ts';
import { archiveApi } from '../features/archive/archive.api.ts';
import { appsApi } from '../features/auth/apps/apps.api.ts';
import { authApi } from '../features/auth/auth.api.ts';
import { tokensApi } from '../features/auth/tokens/token.api.ts';
import { campaignsApi, emailsApi } from '../features/campaigns/campaigns.api.ts';
import { chatApi } from '../features/chat/chat.api.ts';
import { filesApi } from '../features/files/files.api.ts';
import { knowledgeApi } from '../features/knowledge/knowledge.api.ts';
import { memoryApi } from '../features/memory/memory.api.ts';
import { projectsApi } from '../features/projects/projects.api.ts';
import { promptsApi } from '../features/prompts/prompts.api.ts';
import { moderationApi, reportsApi } from '../features/reports/reports.api.ts';
import { subscriptionApi } from '../features/subscription/subscription.api.ts';
import { webhooksApi } from '../features/webhooks/webhooks.api.ts';
// The program that reads the types of the procedures needs the services of their context.
import type {} from '../services.ts';
import { publicConfig } from '../settings/public-config.ts';
import type { AppEnv } from './app-env.ts';
import { implement } from './implement.ts';
import { router } from './trpc.ts';

/** Every typed procedure, with one router per feature. */
export const appRouter = router({
  auth: router({ ...authApi.procedures, ...tokensApi.procedures, ...appsApi.procedures }),
  archive: router(archiveApi.procedures),
  chat: router(chatApi.procedures),
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
