import { factorFilters, type PersonFactors } from '@noek/contract/admin/security';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { When } from '../../../components/dates/when.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { LoadingList } from '../../../components/states/loading-list.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { adminTexts } from '../texts.ts';
import { securityTexts } from './texts.ts';

const texts = securityTexts.factors;

/** The people with their second factors, and a way to remove a lost one. */
export function FactorList() {
  const [filter, setFilter] = useState<(typeof factorFilters)[number]>('everybody');
  const [removing, setRemoving] = useState<PersonFactors | null>(null);
  const query = trpc.admin.factors.useInfiniteQuery(
    { filter },
    { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const people = query.data?.pages.flatMap((page) => page.people);
  return (
    <section aria-labelledby="factors-heading" className="mt-8">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="factors-heading" className="text-lg">
          {texts.heading}
        </h2>
        <Field label={texts.filter} className="w-72 max-sm:w-full">
          {(control) => (
            <Select
              {...control}
              value={filter}
              onChange={(event) => setFilter(factorFilters.find((one) => one === event.target.value) ?? 'everybody')}
            >
              {factorFilters.map((one) => (
                <option key={one} value={one}>
                  {texts.filters[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="mt-4">
        {!people && query.isError && <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />}
        {!people && !query.isError && <LoadingList label={texts.loading} rows={4} />}
        {people?.length === 0 && <CentredMessage title={texts.empty} text={texts.emptyHint} />}
        {people && people.length > 0 && (
          <ul className="border-border border-t" aria-busy={query.isPlaceholderData}>
            {people.map((person) => (
              <Person key={person.id} person={person} onRemove={() => setRemoving(person)} />
            ))}
          </ul>
        )}
        <MoreButton query={query} label={securityTexts.more} loading={securityTexts.loadingMore} />
      </div>
      {removing && <RemoveFactorDialog person={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

function Person({ person, onRemove }: { person: PersonFactors; onRemove: () => void }) {
  const { name, email, authenticatorSince, passkeys, recoveryCodes, lastSignInAt } = person;
  const factors = [
    ...(authenticatorSince === null ? [] : [texts.authenticator, texts.codes(recoveryCodes)]),
    ...(passkeys > 0 ? [texts.passkeys(passkeys)] : []),
  ];
  return (
    <li className="grid items-center gap-x-6 gap-y-1 border-border border-b py-3 text-[0.875rem] md:grid-cols-[minmax(0,1.2fr)_minmax(0,1.4fr)_minmax(0,0.9fr)_7.5rem]">
      <p className="min-w-0 break-words">
        <span dir="auto" className="font-medium">
          {name}
        </span>
        <span className="block text-text-muted">{email}</span>
      </p>
      <p className={factors.length > 0 ? undefined : 'text-text-muted'}>{factors.join(' · ') || texts.none}</p>
      <p className="text-text-muted">
        {lastSignInAt === null ? (
          texts.never
        ) : (
          <>
            {texts.lastSignIn} <When at={lastSignInAt} />
          </>
        )}
      </p>
      {authenticatorSince !== null && (
        <Button
          variant="quiet"
          size="sm"
          className="justify-self-start md:justify-self-end"
          aria-label={texts.removeOf(name)}
          onClick={onRemove}
        >
          {texts.remove}
        </Button>
      )}
    </li>
  );
}

const removalTexts = securityTexts.removal;

/** Asks before the authenticator app of a person is removed, and for the reason. */
function RemoveFactorDialog({ person, onClose }: { person: PersonFactors; onClose: () => void }) {
  const utils = trpc.useUtils();
  const remove = trpc.admin.resetSecondFactor.useMutation({
    onSuccess() {
      void utils.admin.factors.invalidate();
      toast({ title: removalTexts.done });
      onClose();
    },
    meta: { failed: removalTexts.failed },
  });
  return (
    <Dialog
      title={removalTexts.title(person.name)}
      description={removalTexts.question}
      busy={remove.isPending}
      onClose={onClose}
    >
      <ReasonForm
        label={removalTexts.reason}
        help={removalTexts.reasonHelp}
        submit={removalTexts.confirm}
        submitting={adminTexts.working}
        destructive
        onSend={(reason) => remove.mutateAsync({ id: person.id, reason })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
