import type { Source } from '@noek/contract/chat/answers';
import { citationPattern, numbersIn } from '@noek/contract/chat/citations';
import type { MessageRow } from '../../records/chat.queries.ts';
import { AnswerPart } from './answer-record.ts';

/** What an answer may cite. */
export class AnswerSources extends AnswerPart {
  /** Numbers pages that it may cite, continuing after the sources it has. A page that it has keeps its number. */
  add(sources: readonly Omit<Source, 'number'>[]): Source[] {
    const all = [...(this.text.row.sources ?? [])];
    const numbered = sources.map((source) => {
      const known = source.url === '' ? undefined : all.find(({ url }) => url === source.url);
      const last = all.reduce((highest, { number }) => Math.max(highest, number), 0);
      const added = { ...source, number: known?.number ?? last + 1 };
      if (!known) all.push(added);
      return added;
    });
    if (all.length > 0) this.text.set({ sources: all });
    return numbered;
  }

  /** Numbers passages that it is given and logs them, so that a process that takes over keeps their numbers. */
  givePassages(passages: readonly Omit<Source, 'number'>[]): Source[] {
    if (this.text.events.isClosed) return [];
    const sources = this.add(passages);
    this.text.log({ sources });
    return sources;
  }

  override atEnd({ status, sources, content }: MessageRow): Pick<MessageRow, 'sources'> {
    // An answer that is continued may still cite them.
    return { sources: status === 'interrupted' ? sources : usefulSources(sources, content) };
  }
}

const citation = new RegExp(citationPattern, 'g');

/**
 * The pages that were read, the passages of the knowledge base if the text cites one of them, and the passages of files that it cites.
 */
function usefulSources(sources: Source[] | null, text: string): Source[] | null {
  if (!sources?.some(({ kind }) => kind === 'knowledge' || kind === 'file')) return sources;
  const cited = new Set([...text.matchAll(citation)].flatMap(([, list = '']) => numbersIn(list)));
  const isKnowledgeCited = sources.some(({ kind, number }) => kind === 'knowledge' && cited.has(number));
  return sources.filter(({ kind, number }) => {
    if (kind === 'knowledge') return isKnowledgeCited;
    return kind !== 'file' || cited.has(number);
  });
}
