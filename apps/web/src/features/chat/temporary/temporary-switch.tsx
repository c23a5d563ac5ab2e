import { clsx } from 'clsx';
import { MessageCircleDashed } from 'lucide-react';
import { IconButton, type IconButtonProps } from '../../../components/base/icon-button.tsx';
import { useOpenConversation } from '../session/open-conversation.ts';
import { temporaryTexts as texts } from './texts.ts';
import { useTemporarySwitch } from './use-temporary-switch.ts';

/** The switch of temporary chats beside New chat. `onSwitch`: called before it switches. */
export function TemporarySwitch(props: Pick<IconButtonProps, 'side' | 'className'> & { onSwitch?: () => void }) {
  const { side, className, onSwitch } = props;
  const { isTemporary } = useOpenConversation();
  const change = useTemporarySwitch();
  return (
    <IconButton
      size="lg"
      role="switch"
      aria-checked={isTemporary}
      label={texts.label}
      hint={isTemporary ? texts.offHint : texts.onHint}
      {...(side && { side })}
      className={clsx(
        'aria-checked:bg-accent-soft aria-checked:text-accent-ink forced-colors:aria-checked:outline-2',
        className,
      )}
      onClick={() => {
        onSwitch?.();
        change();
      }}
    >
      <MessageCircleDashed aria-hidden />
    </IconButton>
  );
}
