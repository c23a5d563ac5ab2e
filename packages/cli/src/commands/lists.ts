import { type Common, connect, connectSignedIn } from '../connection.ts';
import { note, oneLine, print, printJson, printTable, styled, when } from '../terminal/output.ts';

type ListOptions = Common & { json?: boolean; limit: number };

/** The first items of an iterator. The pages after them are not asked for. */
export async function take<Item>(items: AsyncIterable<Item>, limit: number): Promise<Item[]> {
  const taken: Item[] = [];
  if (limit === 0) return taken;
  for await (const item of items) {
    taken.push(item);
    if (taken.length === limit) break;
  }
  return taken;
}

export async function conversations(options: ListOptions & { archived?: boolean }): Promise<void> {
  const { noek } = connectSignedIn(options);
  const input = { archived: options.archived ?? false, limit: Math.min(Math.max(options.limit, 1), 200) };
  const found = await take(noek.conversations(input), options.limit);
  if (options.json) return printJson(found);
  if (found.length === 0) return note('No conversations yet. Begin one: noek ask "Hello"');
  printTable(
    ['Id', 'Last active', 'Title'],
    found.map(({ id, updatedAt, title }) => [String(id), when(updatedAt), title]),
  );
}

export async function search(words: string[], options: ListOptions): Promise<void> {
  const { noek } = connectSignedIn(options);
  const found = await take(noek.search(words.join(' ')), options.limit);
  if (options.json) return printJson(found);
  if (found.length === 0) return note('Nothing found.');
  printTable(
    ['Conversation', 'When', 'Title', 'Text'],
    found.map(({ conversationId, createdAt, title, snippet }) => [
      String(conversationId),
      when(createdAt),
      title,
      snippet,
    ]),
  );
}

export async function memories(options: ListOptions): Promise<void> {
  const { noek } = connectSignedIn(options);
  const found = await take(noek.memories(), options.limit);
  if (options.json) return printJson(found);
  if (found.length === 0) return note('Noek remembers nothing yet.');
  printTable(
    ['Category', 'Title', 'Memory'],
    found.map(({ category, title, content }) => [category, title, content]),
  );
}

export async function whoami(options: Common & { json?: boolean }): Promise<void> {
  const { noek, url } = connect(options);
  const [user, allowance] = await Promise.all([noek.api.auth.user.query(), noek.api.chat.allowance.query()]);
  if (options.json) return printJson({ url, user, allowance });
  print(`${styled('bold', user ? oneLine(user.name) : 'Guest')}${user ? ` <${oneLine(user.email)}>` : ''}`);
  print(`Server: ${url}`);
  if (user) print(`Plan: ${user.accessLevel}`);
  const { remainingMessages, resetAt } = allowance;
  print(`Messages left: ${remainingMessages ?? 'unlimited'}${resetAt ? ` (renewed ${when(resetAt)})` : ''}`);
}
