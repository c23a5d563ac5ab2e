import type { Document } from '@noek/contract/documents/schemas';
import type { File } from '@noek/contract/files/schemas';

/** What matters of a document that is shown. */
type PreviewedDocument = Pick<Document, 'id' | 'conversationId' | 'title' | 'kind'>;

export type PreviewProps = {
  document: PreviewedDocument;
  content: string;
  /** The files of the chat, which people can give to a running program. */
  files: readonly File[];
  /** Someone else's document, opened by a link: its scripts run only after a click, each time. */
  isShared?: boolean;
  /** Asks the model to repair what failed. Without it, there is no such button. */
  onRepair?: ((error: string) => void) | undefined;
};
