import { pngOf } from '@noek/files/testing/png';
import type { DocumentedCalls } from './documented-call.ts';

/** An upload of these bytes. */
const upload = (bytes: Uint8Array<ArrayBuffer>) => ({ method: 'POST', bytes });

export const fileCalls: DocumentedCalls = {
  'POST /api/files': {
    prepare: () => ({ query: { name: 'notes.txt' }, body: Buffer.from('Some notes.') }),
    refusals: {
      UNSUPPORTED_FILE: ({ me }) => me.call('/api/files?name=a.txt', upload(Uint8Array.of(0, 1, 2, 3, 255, 254, 0))),
      async CONFLICT({ me, db, user }) {
        const { fileAccounts } = db.tables;
        await db.write((orm) => orm.insert(fileAccounts).values({ userId: user.id, bytes: 2 ** 40 }));
        return me.call('/api/files?name=a.txt', upload(Buffer.from('A') as Uint8Array<ArrayBuffer>));
      },
      async RATE_LIMITED({ guest }) {
        for (let n = 0; n < 5; n++)
          await guest.call('/api/files?name=a.txt', upload(Buffer.from('A') as Uint8Array<ArrayBuffer>));
        return guest.call('/api/files?name=a.txt', upload(Buffer.from('A') as Uint8Array<ArrayBuffer>));
      },
    },
  },
  'GET /api/files': { refusals: { BAD_REQUEST: ({ me }) => me.call('/api/files?cursor=nothing') } },
  'GET /api/files/{id}': { prepare: owned },
  'GET /api/files/{id}/pages': { prepare: owned },
  'POST /api/files/{id}/read-text': {
    prepare: owned,
    refusals: {
      async BAD_REQUEST({ me }) {
        const { body } = await me.json<{ id: string }>(
          '/api/files?name=a.txt',
          upload(Buffer.from('Some notes.') as Uint8Array<ArrayBuffer>),
        );
        return me.call(`/api/files/${body.id}/read-text`, { method: 'POST' });
      },
    },
  },
  'DELETE /api/files/{id}': { prepare: owned },
  'GET /api/files/{id}/content': { prepare: owned },
  'GET /api/files/{id}/preview': { prepare: owned },
};

/** The calls are open to guests, too, but the file in the path is the person's. */
async function owned({
  me,
}: Parameters<NonNullable<NonNullable<DocumentedCalls[keyof DocumentedCalls]>['prepare']>>[0]) {
  const { body } = await me.json<{ id: string }>('/api/files?name=a.png', upload(await pngOf()));
  return { by: me, params: { id: body.id } };
}
