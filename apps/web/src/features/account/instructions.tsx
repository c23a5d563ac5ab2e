import type { User } from '@noek/contract/auth/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { tellFailure } from '../../api/failed.ts';
import { currentUserKey, trpc } from '../../api/trpc.ts';
import { InstructionsEditor } from '../chat/projects/instructions-editor.tsx';
import { sessionTexts } from '../session/texts.ts';
import { sendChange } from '../session/waiting-changes/send-change.ts';
import { accountTexts } from './texts.ts';

const texts = accountTexts.instructions;

/** How Noek should answer in all chats of the person. */
export function Instructions({ user }: { user: User }) {
  const queries = useQueryClient();
  const { client } = trpc.useUtils();
  return (
    <InstructionsEditor
      key={user.id}
      keptAs={user.id}
      label={texts.label}
      placeholder={texts.placeholder}
      // An earlier version of the page has stored the user without them.
      saved={user.instructions ?? ''}
      onSave={async (instructions) => {
        const { waits, answer } = sendChange(client, 'instructions', { instructions });
        const settled = answer.then((changed) => queries.setQueryData(currentUserKey, changed));
        if (!waits) return settled;
        queries.setQueryData(currentUserKey, { ...user, instructions });
        settled.catch((error) => {
          queries.setQueryData(currentUserKey, user);
          tellFailure(sessionTexts.changeRefused, error);
        });
      }}
    />
  );
}
