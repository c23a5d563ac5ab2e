import { modeCommandOf, modeCommands } from '@noek/contract/chat/mode-commands';
import type { MessageWindow } from '../cache/message-cache.ts';

type Modes = { funMode: boolean; harmfulMode: boolean };

/**
 * The mode in which a conversation began; null for the usual one, or if it is not known because not all of it is loaded. `now`: its modes. The
 * modes can also be chosen before the first message. Later ones are switched by commands, which are in the conversation.
 */
export function modeAtStart({ messages, older, newer }: MessageWindow, now: Modes): 'fun' | 'harmful' | null {
  if (older) return null;
  const commands = messages.flatMap(({ role, content }) => {
    const command = role === 'user' ? modeCommandOf(content) : null;
    return command ? [modeCommands[command]] : [];
  });
  if (commands.length === 0 && newer) return null;
  const fun = commands.find(({ mode }) => mode === 'fun');
  const harmful = commands.find(({ mode }) => mode === 'harmful');
  const wasFun = fun ? !fun.on : now.funMode;
  if (!wasFun) return null;
  // Ending Fun Mode ends Harmful Mode without a command of its own.
  const wasHarmful = harmful ? !harmful.on : fun === undefined && now.harmfulMode;
  return wasHarmful ? 'harmful' : 'fun';
}
