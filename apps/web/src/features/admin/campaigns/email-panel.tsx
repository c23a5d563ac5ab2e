import type { PeopleSelection } from '../people/people-selection.ts';
import { CampaignForm } from './campaign-form.tsx';
import { CampaignList } from './campaign-list.tsx';

/** The Email Dashboard: a form for a new email to many people, and the sent emails. */
export function EmailPanel({ selection }: { selection: PeopleSelection }) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <CampaignForm selection={selection} />
      <CampaignList />
    </div>
  );
}
