import { StoredValue } from '../../../../components/base/stored-value/stored-value.ts';

const mostKept = 200;

/** The conversations in which the person has run a document, the latest first: others of them run when they are opened. */
const allowed = new StoredValue<readonly number[]>('noek_document_runs', {
  parse: (text) => {
    const ids: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  },
  print: (ids) => (ids.length > 0 ? JSON.stringify(ids) : null),
});

export const mayRun = (conversationId: number): boolean => allowed.get().includes(conversationId);

/** Remembers that documents of a conversation run, or that they wait for a click again. */
export function rememberRun(conversationId: number, runs: boolean): void {
  const others = allowed.get().filter((id) => id !== conversationId);
  allowed.set(runs ? [conversationId, ...others].slice(0, mostKept) : others);
}
