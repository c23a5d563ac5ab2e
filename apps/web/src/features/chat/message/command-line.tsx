import { type ModeCommand, modeCommands } from '@noek/contract/chat/mode-commands';
import { messageTexts } from './texts.ts';

/** A mode command. It changes a setting and is not a message to the assistant, so it shows as a quiet line. */
export function CommandLine({ command }: { command: ModeCommand }) {
  const { mode, on } = modeCommands[command];
  return (
    <p className="rounded-full border border-border px-3 py-1.5 font-medium text-sm text-text-muted">
      {messageTexts.modeCommand(mode, on)}
    </p>
  );
}
