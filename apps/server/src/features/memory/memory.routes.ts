import { createMemoryInputSchema, memoryRefSchema, updateMemoryBodySchema } from '@noek/contract/memory';
import { type Context, Hono } from 'hono';
import type { AppEnv } from '../../app-env.ts';
import { readJson } from '../../rest-input.ts';
import { requireUser } from '../auth/require-user.ts';
import { createMemory } from './create-memory.ts';
import { deleteMemory } from './delete-memory.ts';
import { listMemories } from './list-memories.ts';
import { memoryNotFound } from './memory.queries.ts';
import { updateMemory } from './update-memory.ts';

function refOf(c: Context<AppEnv>): { id: string } {
  requireUser(c.var.ctx);
  const parsed = memoryRefSchema.safeParse({ id: c.req.param('id') });
  if (!parsed.success) throw memoryNotFound();
  return parsed.data;
}

/** The documented memory paths under /api. */
export const memoryRoutes = new Hono<AppEnv>()
  .get('/memories', async (c) => c.json(await listMemories(c.var.ctx)))
  .post('/memories', async (c) => {
    requireUser(c.var.ctx);
    return c.json(await createMemory(c.var.ctx, await readJson(c, createMemoryInputSchema)), 201);
  })
  .patch('/memories/:id', async (c) =>
    c.json(await updateMemory(c.var.ctx, { ...refOf(c), ...(await readJson(c, updateMemoryBodySchema)) })),
  )
  .delete('/memories/:id', async (c) => c.json(await deleteMemory(c.var.ctx, refOf(c))));
