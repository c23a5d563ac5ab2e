import { environment } from '../environment.ts';
import { lineWidth, safe } from './output.ts';

type AnswerWriter = { write(text: string): void; end(): void };

/** Writes an answer as formatted Markdown, paragraph by paragraph: what is written cannot be changed any more. */
export async function markdownWriter(): Promise<AnswerWriter> {
  const [{ Marked }, { markedTerminal }] = await Promise.all([import('marked'), import('marked-terminal')]);
  const width = Math.min(lineWidth(), 100);
  const marked = new Marked(markedTerminal({ width, reflowText: true, tab: 2, showSectionPrefix: false }) as never);
  // Both packages write the box of a task.
  marked.use({ renderer: { checkbox: () => '' } });
  const show = (block: string) => {
    const text = String(marked.parse(safe(block))).replace(/\n+$/, '');
    process.stdout.write(`${environment.wantsColors(true) ? text : plain(text)}\n\n`);
  };
  let waiting = '';
  return {
    write(text) {
      waiting += text;
      for (let end = blockEnd(waiting); end > 0; end = blockEnd(waiting)) {
        const block = waiting.slice(0, end);
        waiting = waiting.slice(end);
        if (block.trim()) show(block);
      }
    },
    end() {
      if (waiting.trim()) show(waiting);
      waiting = '';
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these begin the styles of a terminal.
const plain = (text: string): string => text.replace(/\u001b\[[\d;]*m/g, '');

/** Where the first complete block ends: at a blank line that is not inside code, a list or a table. 0: there is none yet. */
export function blockEnd(text: string): number {
  let fence = '';
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence) {
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    } else if (mark) fence = mark;
    else if (at > 0 && /^\s*\n$/.test(line)) {
      const next = text.slice(at + line.length);
      // A list may continue after a blank line, so the next line has to be known.
      if (next.trimStart() !== '' && !/^(?:\s+\S|[-*+] |\d+[.)] )/.test(next)) return at + line.length;
    }
    at += line.length;
  }
  return 0;
}
