import { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { chatRoutes } from './features/chat/chat.routes.ts';
import { memoryRoutes } from './features/memory/memory.routes.ts';
import { openApiDocument } from './openapi.ts';
import { publicConfig } from './public-config.ts';

/** The documented paths under /api. */
export const rest = new Hono<AppEnv>()
  .get('/version', (c) => c.json({ version: c.var.ctx.config.version }))
  .get('/config', (c) => c.json(publicConfig(c.var.ctx)))
  .get('/openapi.json', (c) => c.json(openApiDocument(c.var.ctx.config)))
  .route('/', authRoutes)
  .route('/', chatRoutes)
  .route('/', memoryRoutes);
