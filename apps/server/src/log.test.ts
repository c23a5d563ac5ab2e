import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { describe, expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void, level = 'info') {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => void lines.push(line) }));
  return lines;
}

async function failToInsert({ write, tables }: Database, content: string): Promise<Error> {
  const at = new Date(0);
  const message = { id: 'm', conversationId: 1, ordinal: 0, role: 'user', status: 'complete', createdAt: at } as const;
  return write((orm) => orm.insert(tables.messages).values({ ...message, content })).then(
    () => expect.unreachable('a message without a conversation was stored'),
    (error: Error) => error,
  );
}

describeOnEngines('the log of a failed query', (open) => {
  test('has the query, the code and the place, but no parameters', async () => {
    const error = await failToInsert(await open(), 'words of somebody\n    at the sea (file.ts:1:1)');
    const [line = ''] = logged((log) => log.error({ err: new AppError('INTERNAL', 'x', { cause: error }) }, 'failed'));
    expect(line).not.toMatch(/words of|the sea/);
    expect(line).toMatch(/FOREIGNKEY|23503/);
    expect(line).toContain('log.test.ts');
  });
});

describe('the log', () => {
  test('contains the type, code and causes of an error, and nothing else about it', () => {
    const cause = Object.assign(new TypeError('connect ECONNREFUSED'), {
      code: 'ECONNREFUSED',
      detail: 'ann@example.com',
    });
    const [line = ''] = logged((log) =>
      log.warn({ err: new Error('no luck', { cause }), path: '/x' }, 'a request failed'),
    );
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      path: '/x',
      msg: 'a request failed',
      err: { type: 'Error', message: 'no luck', cause: { type: 'TypeError', code: 'ECONNREFUSED' } },
    });
    expect(line).not.toContain('ann@example.com');
  });

  test('handles circular causes and values that are not errors', () => {
    const error = new Error('round');
    error.cause = error;
    expect(logged((log) => log.error({ err: error }))).toHaveLength(1);
    const [line = ''] = logged((log) => log.error({ err: 'a thrown ann@example.com' }));
    expect(line).not.toContain('ann@example.com');
  });

  test('writes nothing below its level', () => {
    expect(logged((log) => log.info('quiet'), 'warn')).toEqual([]);
  });
});
