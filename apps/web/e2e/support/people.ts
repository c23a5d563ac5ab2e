import { openDatabase } from '../../../../packages/db/src/open.ts';
import { insertConversation, insertMessages, insertUser } from '../../../../packages/db/src/testing/factories.ts';
import type { ServerProcess } from '../../../server/src/testing/server-process.ts';

const names = [
  ...['Mira Novak', 'Jonas Weber', 'Aiko Tanaka', 'Samuel Adeyemi', 'Lucía Fernández', 'Priya Raman', 'Tom Lindqvist'],
  ...['Ana Popescu', 'Noor Haddad', 'Elena Petrova', 'Bruno Keller', 'Chidi Okafor', 'Dilnoza Karimova', 'Emre Aydın'],
];

/** The person at a position of `seedPeople`: "Mira Novak", then "Mira Novak 2" and so on. */
export const personAt = (place: number) => {
  const round = Math.floor(place / names.length);
  const name = `${names[place % names.length]}${round === 0 ? '' : ` ${round + 1}`}`;
  return { name, email: `person${place}@example.com` };
};

/** Writes people directly into the database of the running server, the last one the newest. The third one has a conversation. */
export async function seedPeople(server: ServerProcess, count: number): Promise<void> {
  const db = await openDatabase(`file:${server.dataDir}/noek.db`);
  try {
    for (let place = 0; place < count; place++) {
      const user = await insertUser(db, { ...personAt(place), accessLevel: place % 5 === 1 ? 'supernoek' : 'basic' });
      if (place !== 2) continue;
      const { id } = await insertConversation(db, { userId: user.id, createdAt: new Date('2026-06-28T10:12:00Z') });
      await insertMessages(db, id, [
        'What is a good first dish to cook for six people who do not know each other?',
        'A big lasagne. It waits for late guests, it is easy to pass around, and nobody has to time anything.',
        'Two of them are vegan.',
        'Then make it a chickpea and tomato stew with flatbread, so nobody gets a separate plate.',
      ]);
    }
  } finally {
    await db.close();
  }
}
