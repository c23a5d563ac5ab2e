import { readAnsweredBy } from '@noek/contract/chat/answered-by';
import type { Message } from '@noek/contract/chat/schemas';
import { clsx } from 'clsx';
import { ChevronDown, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { tooltip } from '../../../../components/base/tooltip.ts';
import { withLinks } from '../../markdown/citations/citations.ts';
import { CopyButton } from '../../message/copy-button.tsx';
import { onHover, useMessageActions } from '../../message/message-actions.ts';
import { MessageTime } from '../../message/message-time.tsx';
import { messageTexts } from '../../message/texts.ts';
import { isFirstChoice } from '../../model-choice/is-first-choice.ts';
import { modelTexts } from '../../model-choice/texts.ts';
import { useModels } from '../../model-choice/use-models.ts';
import { threadTexts } from '../texts.ts';
import { AnswerMenu } from './answer-menu.tsx';
import { footRow, isDemo } from './answer-parts.ts';
import { AnswerWithMenu, useHasModels } from './answer-with-menu.tsx';
import { useRating } from './rate-answer.tsx';
import { VersionSwitch } from './version-switch.tsx';

/**
 * The row under an answer: time, who answered, "Used here", four actions and a menu with the others. What may come later, the versions and the reason for a rating,
 * is at its end, so that the button under the pointer stays there.
 */
export function AnswerFoot(props: {
  message: Message;
  versions: readonly string[] | undefined;
  last: boolean;
  text: string;
  /** What says that the demo has answered. */
  demo: ReactNode;
  /** What the answer used, and what it was not given. */
  used: ReactNode;
}) {
  const { message, versions, last, text } = props;
  const { name } = readAnsweredBy(message);
  const rating = useRating(message);
  return (
    <div className={clsx(footRow, '-ml-2')}>
      <MessageTime at={message.createdAt} className="pr-1.5 pl-2" />
      {isDemo(name) ? props.demo : <AnsweredBy name={name} model={message.model} />}
      {props.used}
      <div
        className={clsx(
          'inline-flex flex-wrap items-center gap-x-0.5 has-data-[state=open]:opacity-100',
          !last && !message.feedback && onHover,
        )}
      >
        {text !== '' && <CopyButton text={withLinks(text, message.sources)} label={messageTexts.copyAnswer} />}
        {text !== '' && rating.thumbs}
        {!(message.status === 'failed' && text === '') && <Regenerate message={message} name={name} />}
        {text !== '' && <AnswerMenu message={message} last={last} />}
      </div>
      <VersionSwitch message={message} versions={versions} />
      {text !== '' && rating.reason}
    </div>
  );
}

/** Answers again. The narrow button beside it chooses another model, and says which one answered. */
function Regenerate({ message, name }: { message: Message; name: string | null }) {
  const { busy, regenerate } = useMessageActions();
  const hasModels = useHasModels();
  const hasMenu = hasModels || (name !== null && !isDemo(name));
  return (
    <span className="inline-flex">
      <IconButton label={threadTexts.answer.regenerate} disabled={busy} onClick={() => regenerate(message)}>
        <RefreshCw aria-hidden />
      </IconButton>
      {hasMenu && (
        <AnswerWithMenu
          message={message}
          answeredBy={name}
          trigger={
            <IconButton
              label={hasModels ? modelTexts.otherAnswer : modelTexts.aboutAnswer}
              disabled={busy}
              className="-ml-1 w-5.5! coarse:w-8!"
            >
              <ChevronDown aria-hidden />
            </IconButton>
          }
        />
      )}
    </span>
  );
}

/** Who answered, if that is not the expected model; otherwise the menu of the answer says it. */
function AnsweredBy({ name, model }: { name: string | null; model: string | null }) {
  const { models } = useModels();
  if (!name || isFirstChoice(models, { answeredBy: name, model })) return null;
  return (
    <span className="max-w-56 truncate pr-1.5 max-sm:max-w-32" {...tooltip(threadTexts.answer.answeredBy(name))}>
      {name}
    </span>
  );
}
