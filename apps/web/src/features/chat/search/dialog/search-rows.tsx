import type { Conversation } from '@noek/contract/chat/schemas';
import type { SearchHit } from '@noek/contract/chat/search';
import type { Command } from '../../commands/command.ts';
import { commandTexts } from '../../commands/texts.ts';
import { titleOf } from '../../texts.ts';
import { searchTexts } from '../texts.ts';
import type { HitGroup } from './group-hits.ts';
import { MarkedText } from './marked-text.tsx';

/** A row that opens a conversation or a message. */
export type LinkRow = { key: string; conversationId: number; messageId: string | null } & (
  | { hit: SearchHit }
  | { recent: Conversation }
);
/** A row that reveals the hidden hits of its conversation. */
type MoreRow = { key: string; conversationId: number; hidden: number; firstHidden: string };
/** A row that runs a command. */
type CommandRow = { key: string; command: Command };
export type Row = LinkRow | MoreRow | CommandRow;
/** `isCommands`: its label is shown. */
export type RowGroup = { key: string; label: string; isCommands?: boolean; rows: Row[] };

const keyOf = ({ document, file, messageId, conversationId }: SearchHit) =>
  document ? `document ${document.id}` : `${messageId ?? conversationId}${file ? ` ${file.id} ${file.page}` : ''}`;

/** The rows for the hits of one conversation. */
export function hitGroup({ conversationId, hits, hidden }: HitGroup): RowGroup {
  const rows: Row[] = hits.map((hit) => ({ key: keyOf(hit), conversationId, messageId: hit.messageId, hit }));
  const [next] = hidden;
  if (next) {
    rows.push({ key: `more ${conversationId}`, conversationId, hidden: hidden.length, firstHidden: keyOf(next) });
  }
  return { key: String(conversationId), label: hits[0] ? titleOf(hits[0]) : '', rows };
}

/** The row of a recent conversation. */
export function recentGroup(recent: Conversation): RowGroup {
  const key = String(recent.id);
  return { key, label: titleOf(recent), rows: [{ key, conversationId: recent.id, messageId: null, recent }] };
}

/** The rows of commands, none without one. `place` tells several such groups apart. */
export function commandGroups(place: string, commands: readonly Command[]): RowGroup[] {
  if (commands.length === 0) return [];
  const rows = commands.map((command) => ({ key: `command ${command.id}`, command }));
  return [{ key: `commands ${place}`, label: commandTexts.group, isCommands: true, rows }];
}

/** What a row shows. */
export function contentOf(row: LinkRow) {
  if ('recent' in row) {
    const { archived, updatedAt } = row.recent;
    return { kind: 'conversation' as const, title: titleOf(row.recent), archived, at: updatedAt };
  }
  const { hit } = row;
  const marked = <MarkedText snippet={hit.snippet} marks={hit.marks} />;
  const shared = { archived: hit.archived, at: hit.createdAt };
  if (hit.file) {
    const { name, page, unit } = hit.file;
    const title = titleOf(hit);
    if (page !== undefined && unit) {
      return { ...shared, kind: 'file' as const, title, text: marked, file: searchTexts.fileAt(name, unit, page) };
    }
    // The name itself was found, or the file has no pages.
    return { ...shared, kind: 'file' as const, title, text: marked, ...(hit.snippet !== name && { file: name }) };
  }
  if (hit.document)
    return { ...shared, kind: 'document' as const, title: titleOf(hit), text: marked, file: hit.document.title };
  if (hit.role === null) return { ...shared, kind: 'conversation' as const, title: marked };
  return { ...shared, kind: hit.role, title: titleOf(hit), text: marked };
}
