import type { Deps } from '../../../../deps.ts';
import { documentsForAnswer, type GivenDocument } from '../../../documents/for-answers/documents-for-answer.ts';
import { tokensFor } from '../../prompt/budget.ts';
import { type DataPart, documentName } from '../../prompt/prompt.ts';

/** The documents of a conversation for the model of an answer. */
export type DocumentsOfAnswer = {
  /** As they are now: the person may change them while the answer is made. */
  parts(): Promise<DataPart[]>;
  /** Whether a model was given any. */
  isGiven(): boolean;
};

/** What an answer is given of the documents of its conversation. With files, they share the room. */
export function documentsOfAnswer(
  { db }: Pick<Deps, 'db'>,
  { conversationId, contextTokens, hasFiles }: { conversationId: number; contextTokens: number; hasFiles: boolean },
): DocumentsOfAnswer {
  const tokens = tokensFor('documents', contextTokens) / (hasFiles ? 2 : 1);
  let isGiven = false;
  return {
    async parts() {
      const documents = await documentsForAnswer(db, conversationId, tokens);
      isGiven ||= documents.length > 0;
      return documents.map((document) => ({ name: documentName, content: described(document) }));
    },
    isGiven: () => isGiven,
  };
}

/** Not as JSON, because edits name the text exactly as it is. */
function described({ id, title, kind, version, text, cut }: GivenDocument): string {
  const head = `id: ${id}\ntitle: ${title}\nkind: ${kind}\nversion: ${version}`;
  if (text === undefined) return `${head}\n(There is no room for its text.)`;
  return `${head}\n${cut ? '(Only its beginning follows.)\n' : ''}\n${text}`;
}
