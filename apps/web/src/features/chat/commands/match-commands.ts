import type { Command } from './command.ts';

/** More commands are listed only after ">". */
const mostAmongResults = 4;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The commands of which each typed word begins a word. Those with the words in their names come first. */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const words = wordsOf(typed);
  const rank = ({ name, keywords = '' }: Command) => {
    const names = wordsOf(name);
    const all = [...names, ...wordsOf(keywords)];
    if (!words.every((word) => all.some((one) => one.startsWith(word)))) return null;
    if (words.every((word, at) => names[at]?.startsWith(word))) return 0;
    return words.every((word) => names.some((one) => one.startsWith(word))) ? 1 : 2;
  };
  return commands
    .flatMap((command) => {
      const at = rank(command);
      return at === null ? [] : [{ command, at }];
    })
    .sort((one, other) => one.at - other.at)
    .map(({ command }) => command);
}

/** What is typed into the palette: words to search for, and words that name a command. */
export function readTyped(text: string): { search: string; command: string; isCommand: boolean } {
  const isCommand = text.trimStart().startsWith('>');
  return isCommand
    ? { search: '', command: text.trimStart().slice(1), isCommand }
    : { search: text, command: text, isCommand };
}

/**
 * The commands above and below what else is listed. Above are those that the words name, unless Enter could then lose something; without
 * words, all are below.
 */
export function listCommands(commands: readonly Command[], text: string): { above: Command[]; below: Command[] } {
  const { command: typed, isCommand } = readTyped(text);
  const isBlank = wordsOf(typed).length === 0;
  if (isCommand) return { above: isBlank ? [...commands] : matchCommands(commands, typed), below: [] };
  // Words without letters, such as "?!", name no command.
  if (isBlank) return { above: [], below: typed.trim() === '' ? [...commands] : [] };
  const found = matchCommands(commands, typed).slice(0, mostAmongResults);
  return {
    above: found.filter(({ destructive }) => !destructive),
    below: found.filter(({ destructive }) => destructive),
  };
}
