import { randomUUID } from 'node:crypto';
import { insertConversation, insertMessages, insertUser } from '@noek/db/testing/factories';
import type { Ctx } from '../apps/server/src/context.ts';
import { findUserByEmail } from '../apps/server/src/features/auth/auth.queries.ts';
import { hashPassword } from '../apps/server/src/features/auth/secrets/password.ts';
import { readConfig } from '../apps/server/src/settings/config.ts';
import { loadEnvFile } from '../apps/server/src/settings/env-file.ts';
import { openSystemContext } from '../apps/server/src/system-context.ts';
import { readArguments } from './arguments.ts';

const password = 'lantern-42-quay';
const hour = 60 * 60 * 1000;
const day = 24 * 60 * 60 * 1000;
const people = [
  { name: 'Mira Novak', email: 'mira@example.com', accessLevel: 'basic' },
  { name: 'Sami Okafor', email: 'sami@example.com', accessLevel: 'supernoek' },
  { name: 'Ada Lindqvist', email: 'admin@example.com', accessLevel: 'admin' },
] as const;
const chats: readonly { title: string; archived?: boolean; turns: readonly string[] }[] = [
  {
    title: 'Debounced search in TypeScript',
    turns: [
      'My search box sends a request on every key. What is the cleanest way to wait until someone stops typing, and when would I throttle instead?',
      '### Debounce the value, not the handler\n\nFor a search box you want the request to wait until the typing stops. That is a **debounce**: every key press restarts a short timer, and only the last one gets through.\n\n- **Debounce** when only the final state matters: search, autosave, validation.\n- **Throttle** when the steps matter too: scrolling, dragging, a progress bar.\n\n```ts\nexport function useDebounced<T>(value: T, wait = 250): T {\n  const [settled, setSettled] = useState(value)\n  useEffect(() => {\n    const timer = setTimeout(() => setSettled(value), wait)\n    return () => clearTimeout(timer)\n  }, [value, wait])\n  return settled\n}\n```',
    ],
  },
  {
    title: 'Weekend in Ljubljana, two days on foot',
    turns: [
      'Plan two days on foot in Ljubljana.',
      '**Day 1**: the castle, the market, the river.\n\n**Day 2**: Tivoli, the museums, Metelkova.',
    ],
  },
  {
    title: 'Reply to the landlord about the deposit',
    turns: [
      'Help me answer my landlord.',
      'Keep it short: name the sum, the date you moved out, and the day you expect an answer.',
    ],
  },
  {
    title: 'Sourdough that is less sour',
    turns: ['My bread is too sour.', 'Feed the starter more often, and let the dough rest warmer and shorter.'],
  },
  {
    title: 'Explain eigenvectors with pictures',
    turns: ['Explain eigenvectors.', 'Directions that a transformation only stretches, never turns.'],
  },
  {
    title: 'Old notes on moving house',
    archived: true,
    turns: ['What must I not forget?', 'Meters, keys, post, internet.'],
  },
];

readArguments(
  `usage: node scripts/seed.ts

Adds people with conversations to look at: ${people.map(({ email }) => email).join(', ')}, each with the password
"${password}". Accounts that are there already stay as they are. It writes to the database of the server's settings (DATA_DIR or
DATABASE_URL); the server may be running. Not for a server that others use: everybody knows the password.`,
  {},
);
loadEnvFile(process.env);
const { ctx, close } = await openSystemContext(readConfig(process.env));
try {
  for (const person of people) await seedPerson(ctx, person);
} finally {
  await close();
}

/** Adds a person with chats, unless the address is already taken. */
async function seedPerson({ db, now }: Ctx, person: (typeof people)[number]): Promise<void> {
  if (await findUserByEmail(db, person.email)) return console.log(`${person.email} already exists.`);
  const passwordHash = await hashPassword(password, { rank: 'other', of: 'seed' });
  const user = await insertUser(db, { id: randomUUID(), ...person, passwordHash });
  for (const [i, { title, archived = false, turns }] of chats.entries()) {
    const at = new Date(now().getTime() - hour - i * day);
    const { id } = await insertConversation(db, { userId: user.id, title, archived, createdAt: at, updatedAt: at });
    await insertMessages(db, id, turns);
  }
  console.log(`${person.email} · ${person.accessLevel} · password ${password}`);
}
