import type { Conversation } from '@noek/contract/chat/schemas';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import { renameTexts } from '../rename/texts.ts';
import { titleProblem } from '../rename/title-field.tsx';
import { useRename } from '../rename/use-rename.ts';
import { chatTexts } from '../texts.ts';
import { dialogTexts } from './texts.ts';

/** Renames a conversation where there is no room to edit the title in place. */
export function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const rename = useRename();
  const [title, setTitle] = useState(conversation.title);
  const { onSubmit, problem, isSending, clear } = useSubmit({
    check: () => titleProblem(title),
    async send() {
      if (title.trim() !== conversation.title) await rename(conversation.id, title.trim());
      onClose();
    },
    failed: (error) => renameTexts.failed(errorText(error)),
  });

  return (
    <Dialog title={dialogTexts.rename.title} onClose={onClose}>
      <form className="mt-4 grid gap-6" onSubmit={onSubmit} noValidate>
        <Field label={renameTexts.field} error={problem}>
          {(control) => (
            <Input
              {...control}
              dir="auto"
              value={title}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
              onChange={(event) => {
                setTitle(event.target.value);
                clear();
              }}
            />
          )}
        </Field>
        <FormButtons submit={chatTexts.rename} isSaving={isSending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
