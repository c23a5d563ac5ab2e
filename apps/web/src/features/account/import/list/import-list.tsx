import type { Import } from '@noek/contract/archive/imports';
import { useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { TextButton } from '../../../../components/base/button.tsx';
import { OutOfDate } from '../../../../components/states/out-of-date.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { Items } from '../../item.tsx';
import { LoadingItems } from '../../section-states.tsx';
import { importTexts } from '../texts.ts';
import { ImportItem } from './import-item.tsx';
import { isUnderWay, type useImports } from './use-imports.ts';

const texts = importTexts.imports;
const headingId = 'imports-heading';
/** How many are shown at first, besides those that wait or run. */
const shownAtFirst = 5;

/** The imports of the person with their reports, the newest first. */
export function ImportList({ query }: { query: ReturnType<typeof useImports> }) {
  const [isWhole, setWhole] = useState(false);
  if (query.isPending) return <LoadingItems label={texts.loading} lines={1} />;
  if (!query.data)
    return <Unreadable text={errorText(query.error, texts.failed)} onRetry={() => void query.refetch()} />;
  const { imports } = query.data;
  if (imports.length === 0) return null;
  const shown = isWhole ? imports : imports.filter((one, at) => at < shownAtFirst || isUnderWay(one));
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h3 id={headingId} className="text-[0.9375rem]">
        {texts.heading}
      </h3>
      {query.isError && <OutOfDate text={errorText(query.error, texts.failed)} />}
      <Items>
        {shown.map((one) => (
          <ImportItem key={one.id} given={one} before={waitingBefore(imports, one)} />
        ))}
      </Items>
      {shown.length < imports.length && (
        <TextButton className="w-fit" onClick={() => setWhole(true)}>
          {texts.showAll(imports.length)}
        </TextButton>
      )}
    </section>
  );
}

/** How many imports come before this one. The list begins with the newest. */
const waitingBefore = (imports: readonly Import[], one: Import) =>
  imports.slice(imports.indexOf(one) + 1).filter(isUnderWay).length;
