import { chatCommands } from './chat-commands.ts';
import type { Command, CommandContext, CommandSource } from './command.ts';
import { pageCommands } from './page-commands.ts';

/** The commands of each feature, in the order of the palette. A feature adds its own with a line here. */
const sources: readonly CommandSource[] = [chatCommands, pageCommands];

/** The commands that make sense now. */
export const commandsFor = (page: CommandContext): Command[] =>
  sources
    .flatMap((source) => (typeof source === 'function' ? source(page) : source))
    .filter(({ when }) => when?.(page) ?? true);
