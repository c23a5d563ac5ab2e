import type { KnowledgeStatus } from '@noek/contract/knowledge/schemas';
import { Badge } from '../../../components/base/badge.tsx';
import { tooltip } from '../../../components/base/tooltip.ts';
import { When } from '../../../components/dates/when.tsx';
import { knowledgeTexts } from './texts.ts';

const texts = knowledgeTexts.history;

/** The latest changes of the text, the newest first. */
export function RevisionHistory({ status: { revision: current, revisions } }: { status: KnowledgeStatus }) {
  return (
    <section aria-labelledby="knowledge-history" className="mt-9">
      <h2 id="knowledge-history" className="text-lg">
        {texts.heading}
      </h2>
      {revisions.length === 0 ? (
        <p className="mt-2 text-text-muted">{texts.empty}</p>
      ) : (
        <table className="mt-3 w-full border-border border-t text-left">
          <caption className="sr-only">{texts.caption}</caption>
          <thead className="text-sm text-text-muted">
            <tr className="border-border border-b">
              <th scope="col" className="py-2 font-medium">
                {texts.columns.revision}
              </th>
              <th scope="col" className="py-2 font-medium">
                {texts.columns.changed}
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                {texts.columns.size}
              </th>
              <th scope="col" className="py-2 text-right font-medium max-sm:hidden">
                {texts.columns.passages}
              </th>
              <th scope="col" className="py-2 pl-6 font-medium max-sm:hidden">
                {texts.columns.hash}
              </th>
            </tr>
          </thead>
          <tbody>
            {revisions.map(({ name, createdAt, size, passages, hash }) => (
              <tr key={name} className="border-border border-b">
                <th scope="row" className="py-2.5 pr-3 font-normal">
                  <span className="tabular-nums">{name.split('-')[0]}</span>
                  {name === current?.name && <Badge className="ml-2">{texts.current}</Badge>}
                </th>
                <td className="py-2.5 pr-3">
                  <When at={createdAt} />
                </td>
                <td className="py-2.5 text-right tabular-nums">{texts.count(size)}</td>
                <td className="py-2.5 text-right tabular-nums max-sm:hidden">{texts.count(passages)}</td>
                <td className="py-2.5 pl-6 font-mono text-sm max-sm:hidden">
                  <span {...tooltip(hash)}>{hash.slice(0, 8)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
