import type { ModeCommand } from '@noek/contract/chat/mode-commands';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { useSend } from '../../session/sends.ts';
import { isForSameMode, type Modes, modesAfter } from './modes.ts';

/** The modes of the conversation on screen after the messages that wait to be sent, and how to switch one by sending its command. */
export function useModeSwitch(options: { busy: boolean; onCommand: (command: ModeCommand) => void }): Modes & {
  /** Nothing can be switched now. */
  busy: boolean;
  turn: (mode: 'fun' | 'harmful') => void;
} {
  const { busy, onCommand } = options;
  const { conversation } = useOpenConversation();
  const { sending, entries, isRunning } = useSend();
  const onTheirWay = entries.flatMap(({ content, state }) => (state === 'decision' ? [] : [content]));
  const { funMode = false, harmfulMode = false } = conversation ?? {};
  const modes = modesAfter({ funMode, harmfulMode }, onTheirWay);
  return {
    ...modes,
    busy,
    turn(mode) {
      if (busy) return;
      const isOn = mode === 'fun' ? modes.funMode : modes.harmfulMode;
      const command = `:${mode}.mode=${isOn ? 'off' : 'on'}` as const;
      const last = entries.at(-1);
      // Switching back before the command is sent only discards the command.
      if (last?.content === command) sending.sendNow(last);
      else if (last && !isRunning(last) && isForSameMode(last.content, command)) sending.discard(last);
      else onCommand(command);
    },
  };
}
