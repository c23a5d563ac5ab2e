import { createNoekClient, NoekUnreachable } from '@noek/client';
import { z } from 'zod';
import { readArguments } from './arguments.ts';

const usage = `usage: node scripts/ask.ts [--url http://localhost:5000] [--token TOKEN | --email you@example.com] [--conversation ID] QUESTION

Streams an answer to the terminal. With a personal API token it asks as the token's owner. NOEK_TOKEN does the same as --token, and
other people of this machine cannot see it in the list of processes. With --email it signs in first (the password comes from
NOEK_PASSWORD or is asked for). Otherwise it asks as a guest.`;

const { values, positionals } = readArguments(
  usage,
  {
    url: { type: 'string', default: 'http://localhost:5000' },
    token: { type: 'string' },
    email: { type: 'string' },
    conversation: { type: 'string' },
  },
  { min: 1, max: Number.POSITIVE_INFINITY },
);
const input = z
  .object({
    url: z.url(),
    token: z.string().min(1).optional(),
    email: z.email().optional(),
    conversation: z.coerce.number().int().positive().optional(),
    question: z.string().trim().min(1),
  })
  .refine(({ token, email }) => token === undefined || email === undefined)
  .safeParse({ ...values, question: positionals.join(' ') });
if (!input.success) {
  console.error(usage);
  process.exit(2);
}

// The reader of a pipe (head, less) may close it early.
process.stdout.on('error', () => process.exit(0));

const { url, email, conversation, question } = input.data;
const token = input.data.token ?? (email === undefined ? process.env.NOEK_TOKEN : undefined);
const noek = createNoekClient({ url, ...(token ? { token } : {}) });
try {
  if (email) await noek.signIn(email, process.env.NOEK_PASSWORD ?? (await askHidden('Password: ')));
  const answer = noek.ask(question, { conversationId: conversation });
  let next = await answer.next();
  for (; !next.done; next = await answer.next()) process.stdout.write(next.value);
  const { status, answeredBy, error, conversationId } = next.value;
  console.log(
    `\n\n— ${answeredBy ?? 'Noek'}, conversation ${conversationId}${status === 'complete' ? '' : `, ${status}: ${error}`}`,
  );
  process.exit(status === 'complete' ? 0 : 1);
} catch (error) {
  const { message } = error as Error;
  console.error(
    error instanceof NoekUnreachable ? `No server is running at ${url}. Start Noek with npm start.` : message,
  );
  process.exit(1);
}

/** Reads a line from the terminal without showing it. */
async function askHidden(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('Set NOEK_PASSWORD, because there is no terminal to enter the password.');
  process.stderr.write(prompt);
  process.stdin.setRawMode(true);
  let line = '';
  for await (const chunk of process.stdin)
    for (const key of String(chunk)) {
      if (key === '\r' || key === '\n') {
        process.stdin.setRawMode(false);
        process.stdin.pause();
        process.stderr.write('\n');
        return line;
      }
      if (key === '\u0003') process.exit(130);
      line = key === '\u007f' ? line.slice(0, -1) : line + key;
    }
  return line;
}
