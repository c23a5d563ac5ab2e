import { createInterface } from 'node:readline/promises';
import { type Common, type Connection, connect } from '../connection.ts';
import { exitCodes, Failure, failureOf } from '../failures.ts';
import { keepLastConversation, signInAt } from '../sign-ins.ts';
import { oneLine, print, styled } from '../terminal/output.ts';
import { answerTo } from './ask.ts';
import { printDocuments } from './documents.ts';
import { take } from './lists.ts';

type State = { conversationId: number | undefined; model: string | null | undefined };
type Act = (connection: Connection, state: State, rest: string) => Promise<unknown> | unknown;

const found = 10;

const acts: Record<string, { help: string; act: Act }> = {
  '/new': {
    help: 'begin a new conversation',
    act: (_, state) => {
      state.conversationId = undefined;
      print('A new conversation.');
    },
  },
  '/search': {
    help: 'search your conversations: /search WORDS',
    act: async ({ noek }, _, rest) => {
      if (!rest) return print('Write what to look for: /search WORDS');
      const hits = await take(noek.search(rest), found);
      if (hits.length === 0) return print('Nothing found.');
      for (const { conversationId, title, snippet } of hits)
        print(`${styled('bold', String(conversationId))}  ${oneLine(title)}: ${oneLine(snippet)}`);
      print('Open one with /open and its number.');
    },
  },
  '/open': {
    help: 'continue a conversation: /open NUMBER',
    act: async ({ noek }, state, rest) => {
      const conversationId = Number(rest);
      if (!Number.isSafeInteger(conversationId) || conversationId < 1) return print('Write its number: /open NUMBER');
      const { title } = await noek.api.chat.conversation.query({ conversationId });
      state.conversationId = conversationId;
      print(`Continuing “${oneLine(title)}”.`);
    },
  },
  '/model': {
    help: 'choose a model: /model NAME, or /model for the list',
    act: async ({ noek }, state, rest) => {
      const { models } = await noek.rest('GET /api/config');
      const names = models.map(({ name }) => name);
      if (rest && (rest.toLowerCase() === 'automatic' || names.includes(rest))) {
        state.model = names.includes(rest) ? rest : null;
        return print(`Model: ${state.model ?? 'Automatic'}`);
      }
      if (rest) print(`There is no model named ${oneLine(rest)}.`);
      for (const name of ['Automatic', ...names])
        print(`${name === (state.model ?? 'Automatic') ? '* ' : '  '}${oneLine(name)}`);
    },
  },
  '/help': {
    help: 'show these commands',
    act: () => {
      for (const [name, { help }] of Object.entries(acts)) print(`${name.padEnd(10)}${help}`);
      print('/quit     leave');
    },
  },
};

/** A conversation in the terminal. */
export async function chat(
  options: Common & { conversation?: number; continue?: boolean; model?: string },
): Promise<void> {
  const connection = connect(options);
  const { url, noek } = connection;
  if (!process.stdin.isTTY) throw new Failure('noek chat needs a terminal. Use noek ask in scripts.', exitCodes.usage);
  const state: State = {
    conversationId: options.continue ? signInAt(url).lastConversation : options.conversation,
    model: options.model,
  };
  const { assistant } = await noek.rest('GET /api/config');
  print(`${styled('bold', 'Noek')} at ${url}, ${oneLine(assistant.label)}. /help shows the commands, Ctrl-D leaves.`);
  const history: string[] = [];
  for (;;) {
    const line = await readLine(history);
    if (line === null || line === '/quit') return;
    if (!line) continue;
    try {
      await turn(connection, state, line);
    } catch (error) {
      const { message } = failureOf(error);
      print(styled('red', message));
    }
  }
}

/** Reads a line with the arrow keys for earlier ones. null: the person leaves, with Ctrl-D or Ctrl-C. */
async function readLine(history: string[]): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, history, historySize: 500 });
  lines.on('history', (all) => history.splice(0, history.length, ...all));
  const left = new AbortController();
  lines.on('SIGINT', () => left.abort());
  lines.on('close', () => left.abort());
  try {
    return (await lines.question(styled('cyan', '> '), { signal: left.signal })).trim();
  } catch {
    print();
    return null;
  } finally {
    lines.close();
  }
}

async function turn(connection: Connection, state: State, line: string): Promise<void> {
  const [name = '', ...rest] = line.split(/\s+/);
  const known = acts[name];
  if (known) {
    await known.act(connection, state, rest.join(' '));
    return;
  }
  if (/^\/\w*$/.test(name)) {
    print(`There is no command ${oneLine(name)}. /help shows all.`);
    return;
  }
  const { conversationId, model } = state;
  const message = await answerTo(connection.noek, line, {
    ...(conversationId !== undefined && { conversationId }),
    ...(model !== undefined && { model }),
    onConversation: (id) => {
      state.conversationId = id;
      if (connection.isSignedIn) keepLastConversation(connection.url, id);
    },
  });
  await printDocuments(connection.noek, connection.url, message);
  if (message.status !== 'complete') print(styled('yellow', message.error ?? `The answer is ${message.status}.`));
}
