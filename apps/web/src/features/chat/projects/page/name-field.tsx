import { errorText } from '../../../../api/base/error-text.ts';
import { EditInPlace } from '../../../../components/fields/edit-in-place.tsx';
import { nameProblem } from '../name-problem.ts';
import { projectTexts } from '../texts.ts';

const texts = projectTexts.page;

/** Edits the name of a project in place. */
export function NameField(props: {
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: (byKeyboard: boolean) => void;
}) {
  return (
    <EditInPlace
      label={texts.nameField}
      title={props.name}
      check={nameProblem}
      failed={(error) => texts.renameFailed(errorText(error))}
      onSave={props.onSave}
      onClose={props.onClose}
      className="-mx-1.5 h-10 w-[calc(100%+0.75rem)] rounded-control px-1.5 font-semibold text-2xl"
      problemClass="text-sm"
    />
  );
}
