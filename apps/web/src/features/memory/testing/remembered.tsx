import type { User } from '@noek/contract/auth/schemas';
import type { Memory, MemoryFields, MemoryList } from '@noek/contract/memory/schemas';
import { beforeAll } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';

const mira: User = {
  id: 'u1',
  name: 'Mira Novak',
  email: 'mira@example.com',
  accessLevel: 'basic',
  specialFeatures: [],
  allowModelTraining: true,
  memoryEnabled: true,
  emailVerified: true,
  instructions: '',
};

/** The nth memory; higher numbers are newer. */
export const memory = (n: number, fields: Partial<Memory> = {}): Memory => {
  const createdAt = new Date(Date.UTC(2025, 5, 1, 12, n)).toISOString();
  return {
    id: `m${n}`,
    title: `Memory ${n}`,
    content: `What is remembered as number ${n}.`,
    category: 'General',
    importance: 'normal',
    conversationId: null,
    messageId: null,
    projectId: null,
    app: null,
    createdAt,
    updatedAt: createdAt,
    ...fields,
  };
};

/** Memories with these numbers, newest first. */
export const memories = (...numbers: number[]) => numbers.toSorted((a, b) => b - a).map((n) => memory(n));

/** A fake server that stores one user's memories, as these screens need it. */
export function memoryServer(kept: Memory[], limit: MemoryList['limit'] = 50, user: Partial<User> = {}) {
  let person = { ...mira, ...user };
  let rows = kept;
  let made = 0;
  const keep = (row: Memory) => {
    rows = [row, ...rows].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    return row;
  };
  return {
    'auth.user': () => person,
    'auth.memorySettings': (settings: Pick<User, 'memoryEnabled'>) => {
      person = { ...person, ...settings };
      return person;
    },
    'memory.history': () => [
      { ...memory(1), content: 'As it was before.', replacedAt: '2025-06-20T12:00:00.000Z', replacedBy: 'assistant' },
    ],
    'memory.list': (): MemoryList => ({ memories: rows, count: rows.length, limit }),
    'memory.create': (input: MemoryFields) => {
      made += 1;
      return keep(memory(100 + made, { ...input, id: `new${made}` }));
    },
    'memory.restore': (input: Memory) => {
      made += 1;
      return keep({ ...input, id: `back${made}` });
    },
    'memory.update': ({ id, ...input }: { id: string } & Partial<MemoryFields>) => {
      rows = rows.map((row) => (row.id === id ? { ...row, ...input, updatedAt: '2025-07-01T12:00:00.000Z' } : row));
      return rows.find((row) => row.id === id);
    },
    'memory.delete': ({ id }: { id: string }) => {
      if (!rows.some((row) => row.id === id)) throw new Refusal('NOT_FOUND', 404, 'Memory not found.');
      rows = rows.filter((row) => row.id !== id);
      return { message: 'Memory deleted' };
    },
  };
}

beforeAll(async () => {
  await import('../../../components/base/toasts/toast-region.tsx');
});
