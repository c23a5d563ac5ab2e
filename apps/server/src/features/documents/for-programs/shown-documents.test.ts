import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertDocument, insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { asMarkdown, shownDocuments } from './shown-documents.ts';

const origin = 'http://localhost:5000';

describeOnEngines('documents for programs', (open) => {
  test('each is a link and its text, while there is room', async () => {
    const db = await open();
    const { id: conversationId } = await insertConversation(db, { userId: (await insertUser(db)).id });
    const elsewhere = (await insertConversation(db, { userId: (await insertUser(db)).id })).id;
    const one = await insertDocument(db, { conversationId, contents: ['first', 'later'] });
    const two = await insertDocument(db, { conversationId, contents: ['x'.repeat(100)] });
    const theirs = await insertDocument(db, { conversationId: elsewhere });
    const made = (id: string, version = 1) => ({ id, title: 'Plan', kind: 'markdown', version }) as const;
    const documents = [made(one.id), made('deleted'), made(theirs.id), made(two.id)];
    const [shown, none] = await shownDocuments(
      db,
      origin,
      [
        { conversationId, documents },
        { conversationId: elsewhere, documents: [] },
      ],
      50,
    );
    const url = (id: string) => `${origin}/chat/${conversationId}?document=${id}`;
    expect(shown).toEqual([
      { ...made(one.id), url: url(one.id), text: 'first', charactersLeftOut: 0 },
      { ...made(two.id), url: url(two.id), text: 'x'.repeat(45), charactersLeftOut: 55 },
    ]);
    expect(none).toEqual([]);
  });
});

test('as Markdown, a text with code blocks stays whole', () => {
  const document = {
    id: 'd',
    title: 'A [b] *c*',
    kind: 'markdown',
    version: 2,
    url: `${origin}/chat/1?document=d`,
  } as const;
  expect(asMarkdown({ ...document, text: '# A\n\n````\n```\n````\n', charactersLeftOut: 1_234 })).toBe(
    `[A \\[b\\] \\*c\\*](${origin}/chat/1?document=d) (version 2)\n\n` +
      '`````markdown\n# A\n\n````\n```\n````\n`````\n\n(1,234 more characters are at the link.)',
  );
});
