import type { ModeCommand } from '@noek/contract/chat/mode-commands';
import { modeCommands } from '@noek/contract/chat/mode-commands';
import type { AnswerSettings } from '@noek/contract/chat/schemas';
import { AppError } from '../../../errors.ts';
import type { ConversationRow } from '../records/chat.queries.ts';

export type Mode = 'standard' | 'fun' | 'harmful';
type Modes = Pick<ConversationRow, 'funMode' | 'harmfulMode'>;

export const modeOf = ({ funMode, harmfulMode }: Modes): Mode =>
  funMode ? (harmfulMode ? 'harmful' : 'fun') : 'standard';

const replies = {
  guest: 'Fun Mode and Harmful Mode are for signed-in people. Sign in, and send the command again.',
  guestSettings: 'Fun Mode and Harmful Mode are for signed-in people. Sign in to use them.',
  needsFunSetting: 'Harmful Mode only works inside Fun Mode. Turn Fun Mode on first.',
  funOn: 'Fun Mode is on. Expect more play and more jokes; the facts stay facts. `:fun.mode=off` ends it.',
  funOff: 'Fun Mode is off. Back to the usual tone.',
  bothOff: 'Fun Mode is off, and Harmful Mode with it. Back to the usual tone.',
  harmfulOn:
    'Harmful Mode is on. The humour gets dark and blunt; what is unsafe stays off the table. `:harmful.mode=off` ends it.',
  harmfulOff: 'Harmful Mode is off. Fun Mode stays on.',
  harmfulAlreadyOff: 'Harmful Mode is off.',
  needsFun: 'Harmful Mode only works inside Fun Mode. Turn Fun Mode on first: `:fun.mode=on`.',
} as const;

/** How a mode command changes a conversation, and the reply to it. Without `modes`, nothing changes. */
export function applyModeCommand(command: ModeCommand, now: Modes, isGuest: boolean): { reply: string; modes?: Modes } {
  if (isGuest) return { reply: replies.guest };
  const { mode, on } = modeCommands[command];
  if (mode === 'fun') {
    if (on) return { reply: replies.funOn, modes: { funMode: true, harmfulMode: now.harmfulMode } };
    return { reply: now.harmfulMode ? replies.bothOff : replies.funOff, modes: { funMode: false, harmfulMode: false } };
  }
  if (on && !now.funMode) return { reply: replies.needsFun };
  if (on) return { reply: replies.harmfulOn, modes: { funMode: true, harmfulMode: true } };
  const reply = now.harmfulMode ? replies.harmfulOff : replies.harmfulAlreadyOff;
  return { reply, modes: { funMode: now.funMode, harmfulMode: false } };
}

/**
 * How settings of answers that name a mode change a conversation; without one, nothing changes. Throws FORBIDDEN for guests, and BAD_REQUEST
 * for Harmful Mode without Fun Mode.
 */
export function modesOfSettings(
  { funMode, harmfulMode }: Pick<AnswerSettings, 'funMode' | 'harmfulMode'>,
  now: Modes,
  isGuest: boolean,
): Partial<Modes> {
  if (funMode === undefined && harmfulMode === undefined) return {};
  if (isGuest) throw new AppError('FORBIDDEN', replies.guestSettings);
  const fun = funMode ?? now.funMode;
  if (harmfulMode && !fun) throw new AppError('BAD_REQUEST', replies.needsFunSetting);
  return { funMode: fun, harmfulMode: fun && (harmfulMode ?? now.harmfulMode) };
}
