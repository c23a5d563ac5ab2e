import type { Conversation } from '@noek/contract/chat/schemas';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { renameTexts } from '../rename/texts.ts';
import { titleProblem } from '../rename/title-field.tsx';
import { useRename } from '../rename/use-rename.ts';
import { chatTexts } from '../texts.ts';
import { dialogTexts } from './texts.ts';

/** Renames a conversation where there is no room to edit the title in place. */
export function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const rename = useRename();
  const [title, setTitle] = useState(conversation.title);
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const problem = titleProblem(title) ?? undefined;
    setError(problem);
    if (problem || saving) return;
    setSaving(true);
    try {
      if (title.trim() !== conversation.title) await rename(conversation.id, title.trim());
      onClose();
    } catch (failure) {
      setError(renameTexts.failed(errorText(failure)));
      setSaving(false);
    }
  };

  return (
    <Dialog title={dialogTexts.rename.title} onClose={onClose}>
      <form className="mt-4 grid gap-6" onSubmit={(event) => void save(event)} noValidate>
        <Field label={renameTexts.field} error={error}>
          {(control) => (
            <Input
              {...control}
              dir="auto"
              value={title}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
              onChange={(event) => {
                setTitle(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <FormButtons submit={chatTexts.rename} isSaving={saving} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
