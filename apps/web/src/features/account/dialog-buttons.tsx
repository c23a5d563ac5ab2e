import { Button } from '../../components/base/button.tsx';
import { accountTexts } from './texts.ts';

/** The buttons of a form in a dialog: Cancel, and the one that submits. */
export function DialogButtons(props: {
  submit: string;
  disabled: boolean;
  destructive?: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="mt-1 flex flex-wrap justify-end gap-2">
      <Button variant="quiet" onClick={props.onCancel}>
        {accountTexts.cancel}
      </Button>
      <Button type="submit" variant={props.destructive ? 'danger' : 'primary'} disabled={props.disabled}>
        {props.submit}
      </Button>
    </div>
  );
}
