import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js';
import { type KnowledgeDocument, type KnowledgeText, mostCharacters } from '../../knowledge-source.ts';
import { blocksOf } from './blocks.ts';
import { footnotesOf } from './footnotes.ts';
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
