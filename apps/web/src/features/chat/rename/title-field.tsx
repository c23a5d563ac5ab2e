import { maxTitleLength } from '@noek/contract/chat/limits';
import { characterCount, isBlank } from '@noek/contract/text/characters';
import { clsx } from 'clsx';
import { errorText } from '../../../api/base/error-text.ts';
import { EditInPlace } from '../../../components/fields/edit-in-place.tsx';
import { renameTexts } from './texts.ts';

/** What is wrong with a title; null if it is valid. */
export function titleProblem(title: string): string | null {
  if (isBlank(title)) return renameTexts.empty;
  return characterCount(title.trim()) > maxTitleLength ? renameTexts.tooLong : null;
}

/** Edits the title of a conversation in place. */
export function TitleField(props: {
  title: string;
  onSave: (title: string) => Promise<unknown>;
  onClose: (byKeyboard: boolean) => void;
  className?: string;
  /** Errors float over the content below instead of moving it. */
  floating?: boolean;
}) {
  return (
    <div className={clsx('relative min-w-0', props.className)}>
      <EditInPlace
        label={renameTexts.field}
        title={props.title}
        check={titleProblem}
        failed={(error) => renameTexts.failed(errorText(error))}
        onSave={props.onSave}
        onClose={props.onClose}
        className="h-8 w-full rounded-[0.375rem] px-2 text-[0.875rem] aria-busy:text-text-muted coarse:h-10 coarse:text-[1rem]"
        problemClass={clsx(
          'px-2 text-xs',
          props.floating &&
            'absolute top-full left-0 z-(--z-sticky) mt-1 w-full rounded-control border border-danger-edge bg-danger-soft',
        )}
      />
    </div>
  );
}
