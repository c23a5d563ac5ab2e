import { useId } from 'react';
import { TextButton } from '../../../components/base/button.tsx';
import { Checkbox } from '../../../components/fields/checkbox.tsx';
import { SearchInput } from '../../../components/fields/search-input.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { adminTexts } from '../texts.ts';
import { PayersNotice } from './payers-notice.tsx';
import { PeopleList } from './people-list.tsx';
import type { PeopleSelection } from './people-selection.ts';
import type { People } from './use-people.ts';
import type { OnUserAction } from './user-actions.tsx';

const texts = adminTexts.list;

/** Search, selection and the current page of people. `isBehind`: the shown people are not yet the results of the search. */
export function UsersPanel(props: {
  people: People;
  isBehind: boolean;
  search: string;
  onSearch: (search: string) => void;
  selection: PeopleSelection;
  onAction: OnUserAction;
}) {
  const { users } = props.people;
  const { selection } = props;
  const selectAll = useId();
  const chosen = users.filter(({ id }) => selection.has(id)).length;
  return (
    <>
      <PayersNotice />
      <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        <SearchInput
          label={texts.search}
          placeholder={texts.searchHint}
          className="w-full md:w-90"
          value={props.search}
          onChange={(event) => props.onSearch(event.target.value)}
        />
        <div className="flex min-h-10 items-center gap-2.5 text-[0.875rem]">
          <Checkbox
            id={selectAll}
            checked={chosen === 0 ? false : chosen === users.length ? true : 'indeterminate'}
            disabled={users.length === 0}
            onCheckedChange={(checked) => selection.set(users, checked === true)}
          />
          <label htmlFor={selectAll} className="flex min-h-10 items-center">
            {texts.selectAll}
          </label>
          <span className="text-text-muted tabular-nums" aria-live="polite">
            {selection.users.length > 0 && texts.selected(selection.users.length)}
          </span>
          {selection.users.length > 0 && <TextButton onClick={selection.clear}>{texts.clear}</TextButton>}
        </div>
      </div>
      <div aria-busy={props.isBehind} className="aria-busy:opacity-70">
        {users.length > 0 ? (
          <PeopleList users={users} selection={selection} onAction={props.onAction} />
        ) : (
          <CentredMessage title={texts.empty.title} text={texts.empty.text}>
            <TextButton onClick={() => props.onSearch('')}>{texts.empty.all}</TextButton>
          </CentredMessage>
        )}
      </div>
    </>
  );
}
