import { run } from '../packages/cli/src/run.ts';
import { readArguments } from './arguments.ts';

const { values, positionals } = readArguments(
  `usage: node scripts/ask.ts [--url http://localhost:5000] [--token TOKEN | --email you@example.com] [--conversation ID] QUESTION

Streams an answer to the terminal, as \`noek ask\` does (docs/command.md). With a personal API token it asks as the token's owner. NOEK_TOKEN
does the same as --token, and other people of this machine cannot see it in the list of processes. With --email it signs in first (the
password comes from NOEK_PASSWORD or is asked for). Otherwise it asks with the sign-in of \`noek login\`, or as a guest.`,
  {
    url: { type: 'string' },
    token: { type: 'string' },
    email: { type: 'string' },
    conversation: { type: 'string' },
  },
  { min: 1, max: Number.POSITIVE_INFINITY },
);
const options = Object.entries(values).flatMap(([name, value]) =>
  name === 'help' ? [] : [`--${name}`, String(value)],
);
process.exit(await run(['ask', '--signature', ...options, '--', ...positionals]));
