import { defaultMemoryCategory, memoryFieldLimits } from '@noek/contract/limits';
import type { CreateMemoryInput, Importance, Memory } from '@noek/contract/memory';

/** What somebody has typed so far. */
export type MemoryDraft = { title: string; content: string; category: string; importance: Importance };
export type DraftErrors = { title?: string; content?: string; category?: string };

export const emptyDraft: MemoryDraft = { title: '', content: '', category: '', importance: 'normal' };

export const draftOf = ({ title, content, category, importance }: Memory): MemoryDraft => ({
  title,
  content,
  category,
  importance,
});

const tooLong = (name: keyof typeof memoryFieldLimits, text: string) =>
  text.trim().length > memoryFieldLimits[name]
    ? `At most ${memoryFieldLimits[name].toLocaleString('en-US')} characters.`
    : undefined;

/** What is wrong with a draft, in words; empty when it can be saved. */
export function draftErrors(draft: MemoryDraft): DraftErrors {
  const found = {
    title: draft.title.trim() === '' ? 'A memory needs a title.' : tooLong('title', draft.title),
    content: draft.content.trim() === '' ? 'Write what to remember.' : tooLong('content', draft.content),
    category: tooLong('category', draft.category),
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text));
}

/** A draft as it is sent; without a category it gets the usual one. */
export const inputOf = (draft: MemoryDraft): Required<CreateMemoryInput> => ({
  title: draft.title.trim(),
  content: draft.content.trim(),
  category: draft.category.trim() || defaultMemoryCategory,
  importance: draft.importance,
});
