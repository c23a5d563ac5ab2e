import type { Command } from 'commander';

type Shell = 'bash' | 'zsh' | 'fish';

/** A command with the words before it: "noek admin users". */
type Entry = { path: string; words: { text: string; help: string }[] };

/** What can follow each command: its commands and its long options. */
function entriesOf(command: Command, path = command.name()): Entry[] {
  const visible = command.createHelp();
  const commands = visible.visibleCommands(command);
  const options = [...visible.visibleOptions(command), ...visible.visibleGlobalOptions(command)];
  const words = [
    ...commands.map((one) => ({ text: one.name(), help: one.summary() || one.description() })),
    ...options.flatMap(({ long, description }) => (long ? [{ text: long, help: description }] : [])),
  ];
  const deeper = commands
    .filter((one) => one.name() !== 'help')
    .flatMap((one) => entriesOf(one, `${path} ${one.name()}`));
  return [{ path, words }, ...deeper];
}

/** The script that makes a shell complete the words of the command, made from the tree of its commands. */
export const completionScript = (program: Command, shell: Shell): string => scripts[shell](entriesOf(program));

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The words before the cursor that name a command; none if they name none. */
const scripts: Record<Shell, (entries: Entry[]) => string> = {
  bash: (entries) => `_noek() {
  local word path=noek words i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$path $word" in
      ${entries
        .slice(1)
        .map(({ path }) => quoted(path))
        .join('|')}) path="$path $word" ;;
    esac
  done
  case "$path" in
${entries.map(({ path, words }) => `    ${quoted(path)}) words=${quoted(words.map(({ text }) => text).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _noek noek
`,
  zsh: (entries) => `#compdef noek
_noek() {
  local path_=noek word
  local -a words_
  for word in \${words[2,CURRENT-1]}; do
    case "$path_ $word" in
      ${entries
        .slice(1)
        .map(({ path }) => quoted(path))
        .join('|')}) path_="$path_ $word" ;;
    esac
  done
  case "$path_" in
${entries
  .map(
    ({ path, words }) =>
      `    ${quoted(path)}) words_=(${words.map(({ text, help }) => quoted(`${text}:${help.replaceAll(':', ' ')}`)).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  _describe 'noek' words_ || _files
}
compdef _noek noek
`,
  fish: (entries) => `function __noek_path
  set -l path noek
  for word in (commandline -opc)[2..]
    switch "$path $word"
      case ${entries
        .slice(1)
        .map(({ path }) => quoted(path))
        .join(' ')}
        set path "$path $word"
    end
  end
  echo $path
end
${entries
  .flatMap(({ path, words }) =>
    words.map(
      ({ text, help }) =>
        `complete -c noek -n ${quoted(`test (__noek_path) = ${quoted(path)}`)} ${text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`} -d ${quoted(help)}`,
    ),
  )
  .join('\n')}
`,
};
