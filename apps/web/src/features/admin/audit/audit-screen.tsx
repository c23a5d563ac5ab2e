import { type AuditAction, type AuditEntry, type AuditFilter, auditActions } from '@noek/contract/admin/schemas';
import { keepPreviousData } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { buttonClass, TextButton } from '../../../components/base/button.tsx';
import { When } from '../../../components/dates/when.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { LoadingList } from '../../../components/states/loading-list.tsx';
import { PaneBoundary } from '../../../components/states/pane-boundary.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { AdminFrame, AdminHeading } from '../admin-frame.tsx';
import { adminTexts } from '../texts.ts';
import { useAuditFilter } from './use-audit-filter.ts';

const texts = adminTexts.audit;

/** The audit log. `person`: the address that the log is filtered by at first. */
export function AuditScreen({ person, onSignOut }: { person: string; onSignOut: () => void }) {
  return (
    <AdminFrame place="audit" onSignOut={onSignOut}>
      <PaneBoundary>
        <AuditLog person={person} />
      </PaneBoundary>
    </AdminFrame>
  );
}

function AuditLog({ person }: { person: string }) {
  const { typed, change, clear, filter } = useAuditFilter(person);
  const query = trpc.admin.audit.useInfiniteQuery(filter, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <AdminHeading page="audit" />
        </div>
        <a className={buttonClass('quiet', 'sm')} href={csvHref(filter)} download>
          <Download className="icon" aria-hidden />
          {texts.download}
        </a>
      </div>
      <search
        aria-label={texts.filters.label}
        className="mt-6 grid grid-cols-2 items-end gap-3 lg:grid-cols-[1.2fr_1.2fr_1.2fr_auto_auto]"
      >
        <Field label={texts.filters.action} className="max-lg:col-span-2">
          {(control) => (
            <Select {...control} value={typed.action} onChange={(event) => change({ action: event.target.value })}>
              <option value="">{texts.filters.anyAction}</option>
              {auditActions.map((action) => (
                <option key={action} value={action}>
                  {texts.actions[action]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {(['administrator', 'person'] as const).map((who) => (
          <Field key={who} label={texts.filters[who]} className="max-sm:col-span-2">
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="off"
                placeholder={texts.filters.address}
                value={typed[who]}
                onChange={(event) => change({ [who]: event.target.value })}
              />
            )}
          </Field>
        ))}
        {(['from', 'to'] as const).map((side) => (
          <Field key={side} label={texts.filters[side]} className="min-w-0 max-[22rem]:col-span-2">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={typed[side]}
                onChange={(event) => change({ [side]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </search>
      <div className="mt-2 min-h-9">
        {Object.keys(filter).length > 0 && <TextButton onClick={clear}>{texts.filters.clear}</TextButton>}
      </div>
      {!entries && query.isError && <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />}
      {!entries && !query.isError && <LoadingList label={texts.loading} rows={4} />}
      {entries?.length === 0 && <CentredMessage title={texts.empty} text={texts.emptyHint} />}
      {entries && entries.length > 0 && (
        <ol className="border-border border-t" aria-busy={query.isPlaceholderData}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <MoreButton query={query} label={texts.more} loading={texts.loadingMore} />
    </>
  );
}

const csvHref = (filter: AuditFilter) => {
  const query = new URLSearchParams(filter as Record<string, string>).toString();
  return `/api/admin/audit.csv${query && `?${query}`}`;
};

/** Who did what to whom and when, and below it what changed and why. */
function Entry({ entry }: { entry: AuditEntry }) {
  const { action, administrator, person, changes, reason, note } = entry;
  return (
    <li className="grid gap-x-6 gap-y-1 border-border border-b py-3.5 text-[0.875rem] md:grid-cols-[9rem_minmax(0,1fr)]">
      <span className="text-text-muted">
        <When at={entry.at} />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="break-words">
          <Name of={administrator} absent={texts.system} />
          <span className="text-text-muted"> · {texts.actions[action as AuditAction] ?? action}</span>
          {person && person.id !== administrator?.id && (
            <>
              <span className="text-text-muted"> · </span>
              <Name of={person} absent={texts.formerAccount} withAddress />
            </>
          )}
        </p>
        {changes.map(({ field, before, after }) => (
          <p key={field} dir="auto" className="break-words text-text-muted">
            {texts.fields[field] ?? field}:{' '}
            {before === null ? '' : <del className="decoration-text-muted">{before || texts.nothing}</del>}{' '}
            <ins className="text-text no-underline">{after || texts.nothing}</ins>
          </p>
        ))}
        {reason && <Line>{texts.reason(reason)}</Line>}
        {note && <Line>{texts.causes[note] ?? note}</Line>}
      </div>
    </li>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <p dir="auto" className="break-words text-text-muted">
    {children}
  </p>
);

function Name(props: { of: AuditEntry['person']; absent: string; withAddress?: boolean }) {
  const { of, absent, withAddress } = props;
  return (
    <>
      <span dir="auto" className="font-medium">
        {of ? (of.name ?? texts.formerAccount) : absent}
      </span>
      {withAddress && of?.email && <span className="text-text-muted"> ({of.email})</span>}
    </>
  );
}
