import type { KnowledgePreview as Preview } from '@noek/contract/knowledge/schemas';
import { TextButton } from '../../../components/base/button.tsx';
import { When } from '../../../components/dates/when.tsx';
import { knowledgeTexts } from './texts.ts';

const texts = knowledgeTexts.preview;

/** The text that answers use, as Markdown source, because that is what the model gets. */
export function KnowledgePreview({ preview, onHide }: { preview: Preview; onHide: () => void }) {
  const { hasContent, lastUpdated, content, truncated } = preview;
  return (
    <section aria-labelledby="knowledge-preview" className="rounded-card border border-border">
      <header className="flex flex-wrap items-center justify-between gap-x-4 border-border border-b px-4 py-2">
        <h2 id="knowledge-preview" className="text-[1rem]">
          {texts.heading}
        </h2>
        <p className="ml-auto text-sm text-text-muted">
          {lastUpdated && (
            <>
              {texts.updated} <When at={lastUpdated} />
            </>
          )}
        </p>
        <TextButton onClick={onHide}>{texts.hide}</TextButton>
      </header>
      {hasContent ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        <section aria-label={texts.region} tabIndex={0} className="scroll-area max-h-96 overflow-y-auto px-4 py-3">
          <pre className="whitespace-pre-wrap font-mono text-[0.8125rem] leading-5.5 wrap-anywhere" dir="auto">
            {content}
          </pre>
          {truncated && <p className="mt-3 text-sm text-text-muted">{texts.truncated}</p>}
        </section>
      ) : (
        <p className="px-4 py-6 text-center text-text-muted">{texts.empty}</p>
      )}
    </section>
  );
}
