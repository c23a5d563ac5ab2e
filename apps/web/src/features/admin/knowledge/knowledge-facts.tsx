import type { KnowledgeStatus } from '@noek/contract/knowledge/schemas';
import type { ReactNode } from 'react';
import { CopyField } from '../../../components/copy-field.tsx';
import { When } from '../../../components/dates/when.tsx';
import { knowledgeTexts } from './texts.ts';

const texts = knowledgeTexts.facts;

/** The source of the text, its age, and the address to share a Google document with. */
export function KnowledgeFacts({ status }: { status: KnowledgeStatus }) {
  const { source, folder, syncedAt, lagMs, revision, serviceAccountEmail } = status;
  const usesGoogle = source !== 'folder' || status.hasServiceAccount || status.hasDocumentId;
  return (
    <section aria-labelledby="knowledge-facts" className="mt-9">
      <h2 id="knowledge-facts" className="text-lg">
        {texts.heading}
      </h2>
      <dl className="mt-3 grid gap-x-8 border-border border-t sm:grid-cols-2">
        {source && (
          <Fact name={texts.source}>
            {source === 'folder' && folder !== null ? texts.folder(folder) : texts.google}
          </Fact>
        )}
        {source && <Fact name={texts.synced}>{syncedAt ? <When at={syncedAt} /> : texts.never}</Fact>}
        {lagMs !== null && <Fact name={texts.delay}>{texts.upTo(Math.ceil(lagMs / 1_000))}</Fact>}
        {revision && <Fact name={texts.size}>{texts.sizeOf(revision.size, revision.passages)}</Fact>}
        {usesGoogle && (
          <>
            <Fact name={texts.account}>{status.hasServiceAccount ? texts.set : texts.missing}</Fact>
            <Fact name={texts.document}>{status.hasDocumentId ? texts.set : texts.missing}</Fact>
          </>
        )}
      </dl>
      {serviceAccountEmail && (
        <div className="mt-4">
          <CopyField label={knowledgeTexts.share.label} value={serviceAccountEmail} />
          <p className="mt-1.5 text-sm text-text-muted">{knowledgeTexts.share.help}</p>
        </div>
      )}
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 border-border border-b py-2.5">
    <dt className="flex-none text-text-muted">{name}</dt>
    <dd className="min-w-0 text-right tabular-nums wrap-anywhere">{children}</dd>
  </div>
);
