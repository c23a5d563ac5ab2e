import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js';
import { type KnowledgeDocument, type KnowledgeText, mostCharacters } from '../../knowledge-source.ts';
import { blocksOf } from './blocks.ts';
import type { TabContent } from './tab-content.ts';

/**
 * A Google document as Markdown: one text for each tab, child tabs after their parent. Without tabs, as the service answers when
 * it is not asked for them, the whole document is one text. Text that is only suggested is left out.
 */
export function documentsOf(document: docs_v1.Schema$Document): KnowledgeText {
  const name = document.title?.trim() || 'Untitled document';
  const { tabs } = document;
  const documents: KnowledgeDocument[] = [];
  const notes: string[] = [];
  let left = mostCharacters;

  function add(title: string, content: TabContent): void {
    const text = markdownOf(content);
    if (text === '') return;
    if (text.length > left) notes.push(`“${title}” does not fit into the knowledge base, so it was left out.`);
    else {
      left -= text.length;
      documents.push({ title, text });
    }
  }

  function addTab({ tabProperties, documentTab, childTabs }: docs_v1.Schema$Tab, path: readonly string[]): void {
    const here = [...path, tabProperties?.title?.trim() || 'Untitled tab'];
    if (documentTab) add(here.join(' › '), documentTab);
    for (const child of childTabs ?? []) addTab(child, here);
  }

  const [only] = tabs ?? [];
  if (!only) add(name, document);
  // A document whose only tab has the name that Google gave it looks like one without tabs.
  else if (tabs?.length === 1 && !only.childTabs?.length) add(name, only.documentTab ?? {});
  else for (const tab of tabs ?? []) addTab(tab, [name]);
  return { documents, notes };
}

/** The text of a tab, with its footnotes at the end. */
function markdownOf(content: TabContent): string {
  const text = blocksOf(content.body?.content ?? [], content);
  return [...text, ...footnotesOf(content)].join('\n\n');
}

/** The footnotes of a tab in the order of their references: "[^1]: text". */
function footnotesOf(content: TabContent): string[] {
  return [...numbersIn(content)].flatMap(([id, number]) => {
    const text = blocksOf(content.footnotes?.[id]?.content ?? [], content)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
    return text === '' ? [] : `[^${number}]: ${text}`;
  });
}

/** The numbers of the footnotes that the text of a tab refers to, by their ids. */
function numbersIn({ body }: TabContent): Map<string, string> {
  const numbers = new Map<string, string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    else if (typeof value === 'object' && value !== null) {
      const { footnoteId, footnoteNumber } = value as { footnoteId?: unknown; footnoteNumber?: unknown };
      if (typeof footnoteId === 'string' && typeof footnoteNumber === 'string') numbers.set(footnoteId, footnoteNumber);
      for (const each of Object.values(value)) look(each);
    }
  };
  look(body?.content);
  return numbers;
}
