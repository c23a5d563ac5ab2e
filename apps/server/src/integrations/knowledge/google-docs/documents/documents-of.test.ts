import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mostCharacters } from '../../knowledge-source.ts';
import { documentsOf } from './documents-of.ts';

const folder = new URL('./fixtures/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const quirks = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? file.replace(/\.json$/, '') : []));

/** All texts, each under its title in brackets, as the fixtures have them. */
const written = (json: string) =>
  documentsOf(JSON.parse(json))
    .documents.map(({ title, text }) => `[${title}]\n${text}\n`)
    .join('\n');

test.each(quirks)('%s become the Markdown that a person would write', (quirk) => {
  expect(written(read(`${quirk}.json`))).toBe(read(`${quirk}.txt`));
});

test('a document without text is empty, and one without a title gets one', () => {
  expect(documentsOf({})).toEqual({ documents: [], notes: [] });
  const paragraph = { elements: [{ textRun: { content: 'Hi\n' } }] };
  expect(documentsOf({ body: { content: [{ paragraph }] } }).documents).toEqual([
    { title: 'Untitled document', text: 'Hi' },
  ]);
});

test('a tab that does not fit is left out and named', () => {
  const tab = (title: string, length: number) => ({
    tabProperties: { title },
    documentTab: { body: { content: [{ paragraph: { elements: [{ textRun: { content: 'x'.repeat(length) } }] } }] } },
  });
  const { documents, notes } = documentsOf({ title: 'Big', tabs: [tab('One', mostCharacters), tab('Two', 10)] });
  expect(documents.map(({ title }) => title)).toEqual(['Big › One']);
  expect(notes).toEqual(['“Big › Two” does not fit into the knowledge base, so it was left out.']);
});
