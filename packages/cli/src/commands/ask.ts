import { fstatSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type AskOptions as ClientOptions, type Message, type NoekClient, NoekRefusal } from '@noek/client';
import { type Common, connect } from '../connection.ts';
import { environment } from '../environment.ts';
import { exitCodes, Failure } from '../failures.ts';
import { keepLastConversation, signInAt } from '../sign-ins.ts';
import { isTerminal, note, print, printJson } from '../terminal/output.ts';
import { printDocuments } from './documents.ts';

export type AskOptions = Common & {
  conversation?: number;
  continue?: boolean;
  file?: string[];
  model?: string;
  web?: boolean;
  queue?: boolean;
  json?: boolean;
  email?: string;
  signature?: boolean;
};

/** Asks one question and writes the answer as it arrives. */
export async function ask(words: string[], options: AskOptions): Promise<void> {
  if (options.email && options.token) throw new Failure('Use either --token or --email, not both.', exitCodes.usage);
  const { url, noek, isSignedIn } = connect(options.email ? { ...options, token: '' } : options);
  if (options.queue && !options.continue && options.conversation === undefined)
    throw new Failure('Say which conversation: --continue, or --conversation ID.', exitCodes.usage);
  const question = await questionOf(words);
  if (options.email) {
    const { askHidden } = await import('../terminal/ask-hidden.ts');
    await noek.signIn(options.email, environment.password() ?? (await askHidden('Password: ')));
  }
  const conversationId = options.continue ? lastConversation(url) : options.conversation;
  const fileIds: string[] = [];
  for (const path of options.file ?? []) fileIds.push(await upload(noek, path));

  const settings = {
    ...(options.model !== undefined && { model: options.model }),
    ...(options.web !== undefined && { webSearch: options.web }),
    ...(fileIds.length > 0 && { fileIds }),
  };
  if (options.queue && conversationId !== undefined) {
    const { id, position } = await noek.queue(question, { conversationId, ...settings });
    if (options.json) printJson({ id, position });
    else print(position === 0 ? 'Sent: no answer was running.' : `Queued as number ${position}.`);
    return;
  }
  const message = await answerTo(noek, question, {
    ...(conversationId !== undefined && { conversationId }),
    ...settings,
    isQuiet: options.json === true,
    // What a guest asked cannot be found again.
    onConversation: (id) => isSignedIn && keepLastConversation(url, id),
  });
  if (options.json) printJson(message);
  else await printDocuments(noek, url, message);
  if (!options.json && options.signature)
    process.stdout.write(`\n— ${message.answeredBy ?? 'Noek'}, conversation ${message.conversationId}\n`);
  if (message.status === 'stopped') throw new Failure('Stopped.', exitCodes.interrupted);
  if (message.status !== 'complete') throw new Failure(message.error ?? 'The answer broke off. Ask again.');
}

type AnswerOptions = {
  /** Writes nothing. */
  isQuiet?: boolean;
  /** Gets the conversation as soon as the message is in it. */
  onConversation?: (id: number) => unknown;
};

/**
 * Asks, writes the answer, and returns its message. Ctrl-C stops the answer, and a second Ctrl-C ends the command at once.
 */
export async function answerTo(
  noek: NoekClient,
  question: string,
  { isQuiet = false, onConversation, ...options }: ClientOptions & AnswerOptions,
): Promise<Message> {
  const stop = new AbortController();
  const onInterrupt = () => {
    if (stop.signal.aborted) process.exit(exitCodes.interrupted);
    stop.abort(new Failure('Stopped.', exitCodes.interrupted));
  };
  process.on('SIGINT', onInterrupt);
  try {
    // What formats Markdown takes long to load, and a pipe does not need it.
    const writer = isQuiet
      ? null
      : isTerminal()
        ? await (await import('../terminal/markdown.ts')).markdownWriter()
        : { write: (text: string) => void process.stdout.write(text), end: () => {} };
    let last = '';
    const answer = noek.askForEvents(question, { ...options, signal: stop.signal });
    const flush = () => {
      writer?.end();
      if (writer && !isTerminal() && last && !last.endsWith('\n')) process.stdout.write('\n');
    };
    try {
      for await (const event of answer) {
        if (event.type === 'sent') onConversation?.(event.conversation.id);
        else if (event.type === 'text') {
          writer?.write(event.text);
          last = event.text;
        } else if (event.type === 'step' && process.stderr.isTTY) note(stepLine(event.step.text));
        else if (event.type === 'waiting' && event.waiting && process.stderr.isTTY) note('Waiting for a free place …');
        else if (event.type === 'done') return event.message;
      }
    } finally {
      flush();
    }
    throw new Failure('The answer broke off. Ask again.');
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const stepLine = (text: string): string => `· ${text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')}`;

function lastConversation(url: string): number {
  const { lastConversation: last } = signInAt(url);
  if (last === undefined) throw new Failure('There is no conversation to continue yet.', exitCodes.usage);
  return last;
}

async function upload(noek: NoekClient, path: string): Promise<string> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(readFileSync(path));
  } catch {
    throw new Failure(`${path} cannot be read. Check its name and that you may read it.`);
  }
  const { id } = await noek.upload(basename(path), bytes).catch((error: unknown) => {
    if (error instanceof NoekRefusal) throw new Failure(`${path}: ${error.message}`);
    throw error;
  });
  return id;
}

/** The question: the arguments, and after them what is piped in. */
async function questionOf(words: string[]): Promise<string> {
  const given = words
    .filter((word) => word !== '-')
    .join(' ')
    .trim();
  const piped = (await readPiped(given === '' || words.includes('-'))).trim();
  const question = [given, piped].filter(Boolean).join('\n\n');
  if (!question) throw new Failure('Ask something, for example: noek ask "What is 17% of 250?"', exitCodes.usage);
  return question;
}

/** How long to wait for the first byte of an input that may be nothing but an open line, in milliseconds. */
const firstByteMs = 100;

async function readPiped(isNeeded: boolean): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) return '';
  const kind = kindOfInput();
  if (kind === 'none') return '';
  // A program that starts this one without closing its input gives it a socket.
  const isPatient = isNeeded || kind === 'pipe';
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = isPatient ? undefined : setTimeout(() => finish(), firstByteMs);
    const finish = () => {
      clearTimeout(timer);
      stdin.removeAllListeners();
      stdin.pause();
      resolve(text);
    };
    stdin.setEncoding('utf8');
    stdin.on('data', (part) => {
      clearTimeout(timer);
      text += part;
    });
    stdin.on('end', finish);
    stdin.on('error', reject);
  });
}

function kindOfInput(): 'pipe' | 'socket' | 'none' {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile() ? 'pipe' : input.isSocket() ? 'socket' : 'none';
  } catch {
    return 'none';
  }
}
