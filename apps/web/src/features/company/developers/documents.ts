import apiText from '../../../../../../docs/api.md?raw';
import guideText from '../../../../../../docs/api-guide.md?raw';
import client from '../../../../../../docs/client.md?raw';
import command from '../../../../../../docs/command.md?raw';
import connectedApps from '../../../../../../docs/connected-apps.md?raw';
import mcp from '../../../../../../docs/mcp.md?raw';
import openai from '../../../../../../docs/openai.md?raw';
import webhooks from '../../../../../../docs/webhooks.md?raw';
import { addresses } from '../addresses.ts';

/** A part of a document, as Markdown. */
export type Section = { heading: string; text: string };

/** The sections of docs/api-guide.md. */
export const guide: readonly Section[] = sectionsOf(guideText);

const api = new Map(sectionsOf(apiText).map(({ heading, text }) => [heading, text]));

/** A section of docs/api.md. Throws if there is none with this heading. */
export function apiSection(heading: string): Section {
  const text = api.get(heading);
  if (!text) throw new Error(`docs/api.md has no section "${heading}".`);
  return { heading, text };
}

/** The documents about other ways to reach Noek than its own calls, in the order of the page. `file`: the name in docs. */
export const programs: readonly (Section & { file: string })[] = Object.entries({
  'openai.md': openai,
  'mcp.md': mcp,
  'command.md': command,
  'client.md': client,
  'webhooks.md': webhooks,
  'connected-apps.md': connectedApps,
}).map(([file, document]) => ({ file, ...wholeOf(document) }));

/** The text under each heading of a document, without headings of lower levels. */
function sectionsOf(document: string): Section[] {
  const [, ...parts] = shown(document).split(/^#{2,3} (.+)$/m);
  return parts.flatMap((heading, at) => (at % 2 === 0 ? { heading, text: (parts[at + 1] ?? '').trim() } : []));
}

/** A whole document: its title, and the rest. */
function wholeOf(document: string): Section {
  const [, heading = '', text = ''] = /^# (.+)\n([\s\S]*)$/.exec(shown(document)) ?? [];
  return { heading, text: text.trim() };
}

/** A document without its comments. */
function shown(document: string): string {
  return withThisServer(document.replaceAll(/<!--.*?-->\n*/g, '').replaceAll(/\n{3,}/g, '\n\n'));
}

/** A text with the address of this server in the place of the one that examples call. */
export function withThisServer(text: string): string {
  return text.replaceAll('http://localhost:5000', addresses.api);
}
