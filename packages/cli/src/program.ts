import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { Common } from './connection.ts';
import { styled } from './terminal/output.ts';

/** What each command does is loaded when it runs: what it does not need costs its start nothing. */
const commands = {
  ask: () => import('./commands/ask.ts'),
  chat: () => import('./commands/chat.ts'),
  login: () => import('./commands/login.ts'),
  lists: () => import('./commands/lists.ts'),
  archives: () => import('./commands/archives.ts'),
  admin: () => import('./commands/admin.ts'),
};

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a positive whole number.');
  return number;
}

const several = (value: string, before: string[] = []): string[] => [...before, value];
const limit = () => new Option('-n, --limit <number>', 'at most this many').argParser(positive).default(30);
const json = () => new Option('--json', 'write JSON');
const conversation = () =>
  new Option('-c, --conversation <id>', 'continue this conversation').argParser(positive).conflicts('continue');
const last = () => new Option('-C, --continue', 'continue the last conversation of this command');

/** The tree of commands. Completion, --help and the documentation follow from it. */
export function createProgram(): Command {
  const program = new Command('noek')
    .description('Noek, your AI chat assistant, in the terminal.')
    .addOption(new Option('--url <address>', 'the server (NOEK_URL; otherwise that of the last sign-in)'))
    .addOption(
      new Option(
        '--token <token>',
        'a personal API token (NOEK_TOKEN is safer: it does not appear in lists of processes)',
      ),
    )
    .version(manifest.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (text) => styled('bold', text),
      styleCommandText: (text) => styled('cyan', text),
      styleOptionTerm: (text) => styled('green', text),
      styleSubcommandTerm: (text) => styled('green', text),
    })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) })
    .showHelpAfterError('Run the same with --help to see what is possible.')
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  noek login                                  sign in with a browser
  noek ask "What is 17% of 250?"              ask one thing
  git diff | noek ask "Review this"           ask about what another program writes
  noek ask --file report.pdf "Summarize it"   ask about a file
  noek chat                                   have a conversation`,
    );
  const given = (command: Command): Common & Record<string, never> => command.optsWithGlobals();

  program
    .command('ask')
    .summary('ask one thing and read the answer as it is written')
    .description(
      'Asks one thing and writes the answer as it arrives. Text that is piped in follows the question. Ctrl-C stops the answer.',
    )
    .argument('[question...]', 'the question; - reads it from standard input')
    .addOption(conversation())
    .addOption(last())
    .addOption(new Option('-f, --file <path>', 'send a file with it (again for more)').argParser(several))
    .addOption(new Option('-m, --model <name>', 'the model that answers'))
    .addOption(new Option('--web', 'let the answer search the web'))
    .addOption(new Option('--no-web', 'do not let it').default(undefined))
    .addOption(new Option('-q, --queue', 'let it wait for the answer that is running, and do not wait for its own'))
    .addOption(json())
    .addOption(new Option('--email <address>').hideHelp())
    .addOption(new Option('--signature').hideHelp())
    .action(async (question: string[], _, command) => (await commands.ask()).ask(question, given(command)));

  program
    .command('chat')
    .summary('have a conversation')
    .description(
      'A conversation in the terminal. Ctrl-C stops an answer, the arrow keys bring back what you wrote, /help shows the commands.',
    )
    .addOption(conversation())
    .addOption(last())
    .addOption(new Option('-m, --model <name>', 'the model that answers'))
    .action(async (_, command) => (await commands.chat()).chat(given(command)));

  program
    .command('login')
    .summary('sign in')
    .description(
      'Signs in with a code that you confirm in a browser, or with --token, and keeps the sign-in on this machine. What no token may do (export of the account, import, administration) needs --password.',
    )
    .addOption(new Option('--password', 'sign in with email and password (NOEK_PASSWORD) instead'))
    .addOption(new Option('--email <address>', 'the account, with --password'))
    .addOption(
      new Option('--scope <scope>', 'what the sign-in may do').choices(['read', 'chat', 'all']).default('chat'),
    )
    .addOption(new Option('--no-browser', 'only show the address, do not open it'))
    .action(async (_, command) => (await commands.login()).login(given(command) as never));

  program
    .command('logout')
    .description('Ends the sign-in of this machine, here and on the server.')
    .action(async (_, command) => (await commands.login()).logout(given(command)));

  program
    .command('whoami')
    .description('Shows who you are signed in as, and how many messages are left.')
    .addOption(json())
    .action(async (_, command) => (await commands.lists()).whoami(given(command)));

  program
    .command('conversations')
    .description('Lists your conversations, the most recently active first.')
    .addOption(new Option('--archived', 'the archived ones'))
    .addOption(limit())
    .addOption(json())
    .action(async (_, command) => (await commands.lists()).conversations(given(command) as never));

  program
    .command('search')
    .description('Searches titles, messages and files for words and "phrases".')
    .argument('<words...>')
    .addOption(limit())
    .addOption(json())
    .action(async (words: string[], _, command) => (await commands.lists()).search(words, given(command) as never));

  program
    .command('memories')
    .description('Lists what Noek remembers about you, newest first.')
    .addOption(limit())
    .addOption(json())
    .action(async (_, command) => (await commands.lists()).memories(given(command) as never));

  program
    .command('export')
    .summary('export a conversation, or everything')
    .description(
      'Writes one conversation to standard output; without an id, everything in your account as a ZIP archive (needs noek login --password).',
    )
    .addArgument(new Argument('[conversation]', 'its id').argParser(positive))
    .addOption(new Option('--format <format>', 'of a conversation').choices(['markdown', 'json']).default('markdown'))
    .addOption(new Option('-o, --out <path>', 'the file to write'))
    .addOption(new Option('--force', 'replace the file if it is there'))
    .action(async (id: number | undefined, _, command) =>
      (await commands.archives()).exportThings(id, given(command) as never),
    );

  program
    .command('import')
    .summary('import conversations from other products')
    .description(
      'Imports exports of ChatGPT, Claude, DeepSeek, Open WebUI, LibreChat and Noek, as ZIP or JSON files. Needs noek login --password.',
    )
    .argument('<files...>')
    .addOption(json())
    .action(async (files: string[], _, command) => (await commands.archives()).importFiles(files, given(command)));

  const admin = program
    .command('admin')
    .summary('what administrators do')
    .description('For administrators. No token may do this, so sign in with noek login --password first.');

  admin
    .command('users')
    .description('Lists people, the oldest account first.')
    .addOption(new Option('-s, --search <text>', 'a part of the name, address or level'))
    .addOption(limit())
    .addOption(json())
    .action(async (_, command) => (await commands.admin()).users(given(command) as never));

  admin
    .command('audit')
    .description('Lists what administrators and the system did, the latest first.')
    .addOption(new Option('--action <action>', 'such as user.updated'))
    .addOption(new Option('--administrator <email>', 'done by'))
    .addOption(new Option('--person <email>', 'about'))
    .addOption(new Option('--from <day>', 'from this day on: 2026-01-31'))
    .addOption(new Option('--to <day>', 'up to this day'))
    .addOption(limit())
    .addOption(json())
    .action(async (_, command) => (await commands.admin()).audit(given(command) as never));

  const campaign = admin.command('campaign').description('Emails to many people.');
  campaign
    .command('send')
    .description('Sends an email to many people, one each, after asking you.')
    .requiredOption('--subject <text>', 'the subject')
    .requiredOption('--file <path>', 'the text; - reads standard input')
    .addOption(new Option('--to <group>', 'who gets it').choices(['all', 'basic', 'supernoek', 'admin']).default('all'))
    .addOption(new Option('--recipient <email>', 'only this person (again for more)').argParser(several))
    .addOption(new Option('--format <format>', 'of the text').choices(['text', 'markdown']).default('markdown'))
    .addOption(new Option('-y, --yes', 'do not ask'))
    .addOption(json())
    .action(async (_, command) => (await commands.admin()).sendCampaign(given(command) as never));
  campaign
    .command('list')
    .description('Lists the campaigns, the latest first.')
    .addOption(limit())
    .addOption(json())
    .action(async (_, command) => (await commands.admin()).listCampaigns(given(command) as never));
  for (const [action, description] of [
    ['pause', 'Pauses a campaign.'],
    ['resume', 'Continues a paused campaign.'],
    ['cancel', 'Cancels a campaign. What is sent stays sent.'],
  ] as const)
    campaign
      .command(action)
      .description(description)
      .argument('<id>')
      .addOption(new Option('-y, --yes', 'do not ask'))
      .action(async (id: string, _, command) =>
        (await commands.admin()).changeCampaign(action, id, given(command) as never),
      );

  program
    .command('completion')
    .summary('make your shell complete the commands')
    .description('Writes the script with which your shell completes the commands and options of noek.')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Add one of these to the settings of your shell:
  bash   source <(noek completion bash)
  zsh    source <(noek completion zsh)
  fish   noek completion fish | source`,
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('./completion.ts');
      process.stdout.write(completionScript(program, shell));
    });
  return program;
}
