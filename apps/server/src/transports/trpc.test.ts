import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { procedure, router } from './trpc.ts';

test('a procedure refuses input of another shape, and a result of another shape is our failure', async () => {
  const schema = z.strictObject({ count: z.number() });
  const anyone = procedure.meta({ access: 'anyone', token: 'never' });
  const calls = router({
    same: anyone
      .input(schema)
      .output(schema)
      .query(({ input }) => input),
    wrong: anyone
      .use(({ next }) => next())
      .output(schema)
      .query(() => ({ count: 'three' }) as never),
  }).createCaller({ actor: { kind: 'guest', guestId: null } } as Ctx);
  expect(await calls.same({ count: 3 })).toEqual({ count: 3 });
  await expect(calls.same({ count: '3' } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(calls.same({ count: 3, more: true } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(calls.wrong()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
});
