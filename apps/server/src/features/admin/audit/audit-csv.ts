import type { AuditEntry, AuditFilter } from '@noek/contract/admin/schemas';
import { csvRow } from '@noek/contract/text/csv';
import type { ListCursor } from '@noek/db/list-cursor';
import type { Ctx } from '../../../context.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { auditFits, readEntries, toEntry } from './list-audit.ts';

const head = ['Time', 'Action', 'Administrator', 'Person', 'Reason', 'Before', 'After', 'Note'];
/** How many entries are read at once. */
const atOnce = 500;

/**
 * The audit log as a CSV file (RFC 4180, UTF-8 with a byte order mark for spreadsheets), the latest first, a few hundred entries at
 * a time and only as fast as the reader takes them. Throws UNAUTHORIZED and FORBIDDEN.
 */
export async function auditCsv(ctx: Ctx, filter: AuditFilter): Promise<ReadableStream<Uint8Array>> {
  requireAdministrator(ctx);
  const fits = await auditFits(ctx, filter);
  const encoder = new TextEncoder();
  let position: ListCursor<string> | undefined;
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(encoder.encode(`\ufeff${csvRow(head)}`)),
      async pull(controller) {
        const rows = fits ? await readEntries(ctx, fits, position, atOnce) : [];
        const text = rows.map((row) => csvRow(cellsOf(toEntry(row)))).join('');
        if (text) controller.enqueue(encoder.encode(text));
        const last = rows.at(-1);
        if (rows.length < atOnce || !last) return controller.close();
        position = { at: last.at, id: last.id };
      },
    },
    { highWaterMark: 1 },
  );
}

function cellsOf({ at, action, administrator, person, reason, changes, note }: AuditEntry): (string | null)[] {
  const values = (side: 'before' | 'after') =>
    changes.map((change) => `${change.field}: ${change[side] ?? ''}`).join('\n');
  return [at, action, nameOf(administrator), nameOf(person), reason, values('before'), values('after'), note];
}

const nameOf = (person: AuditEntry['person']) =>
  person && (person.email ? `${person.name} <${person.email}>` : person.id);
