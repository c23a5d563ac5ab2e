import type { Document } from '@noek/contract/documents/schemas';
import type { File } from '@noek/contract/files/schemas';

/** A document as it is shown, of which its id, conversation, title and kind matter. */
export type PreviewedDocument = Pick<Document, 'id' | 'conversationId' | 'title' | 'kind'>;

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

/** Shows a document as what it is: a page, a picture, a drawing, a table, formatted text, or what a program puts out. */
export default function Preview({ document, content }: PreviewProps) {
  return (
    <section aria-label={document.title} className="flex min-h-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <pre tabIndex={0} className="scroll-area min-h-0 flex-1 overflow-auto p-4 font-mono text-sm">
        {content}
      </pre>
    </section>
  );
}
