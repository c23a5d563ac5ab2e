import { operations } from '@noek/contract/operations';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeFields, shortType, typeText } from './schema-text.ts';

test('limits are sentences', () => {
  const create = operations.find(({ method, path }) => method === 'post' && path === '/api/memories');
  const notes = describeFields(create?.body as z.ZodType, 'input')?.map(({ name, note }) => [name, note]);
  expect(Object.fromEntries(notes ?? [])).toMatchObject({
    title: '1 to 120 characters.',
    content: '1 to 2,000 characters.',
  });
  const list = operations.find(({ path }) => path === '/api/conversations');
  expect(describeFields(list?.query as z.ZodType, 'input')?.[0]).toEqual({
    ...{ name: 'limit', isOptional: true, type: 'number' },
    note: '1 to 200. The default is 100.',
  });
});

test('a type is written as in TypeScript, and a short one without plain types', () => {
  const schema = z.object({ id: z.string(), kind: z.enum(['a', 'b']).nullable(), sizes: z.array(z.int()).optional() });
  expect(typeText(schema, 'output')).toBe("{ id: string; kind: 'a' | 'b' | null; sizes?: number[] }");
  expect(shortType(schema, 'output')).toBe("{ id, kind: 'a' | 'b' | null, sizes?: number[] }");
});
