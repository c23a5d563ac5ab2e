import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Mail, MailTransport } from './mail.ts';

/** How many mails the inbox shows. */
const shown = 200;

const storedMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: z.iso.datetime(),
});

/** A mail as the inbox shows it; `links` are the addresses in its text, in order. */
export type InboxMail = z.infer<typeof storedMailSchema> & { links: string[] };

/** An address in a mail's text, without the full stop or bracket that follows it. */
export const linkPattern = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]]/g;

const folder = (dataDir: string) => join(dataDir, 'mail');

/** Writes each mail to DATA_DIR/mail as `<id>.json`, and as `<id>.txt` for people. A mail sent again replaces its first copy. */
export function createInboxTransport({ dataDir }: { dataDir: string }): MailTransport {
  return {
    kind: 'inbox',
    async send(mail) {
      await mkdir(folder(dataDir), { recursive: true, mode: 0o700 });
      const id = idOf(mail);
      const { to, subject, text, html } = mail;
      const stored = { id, to, subject, text, html, createdAt: new Date().toISOString() };
      await replaceFile(join(folder(dataDir), `${id}.txt`), `To: ${to}\nSubject: ${subject}\n\n${text}`);
      await replaceFile(join(folder(dataDir), `${id}.json`), JSON.stringify(stored, null, 2));
    },
    async forget(ids) {
      for (const id of ids)
        for (const end of ['txt', 'json']) await rm(join(folder(dataDir), `${fileNameOf(id)}.${end}`), { force: true });
    },
    async close() {},
  };
}

/** The newest mails in the inbox, newest first. Empty if there are none. */
export async function listInbox({ dataDir }: { dataDir: string }): Promise<InboxMail[]> {
  const names = await readdir(folder(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder(dataDir), name))
      .map(async (path) => ({ path, writtenMs: (await stat(path)).mtimeMs })),
  );
  const newest = files.sort((a, b) => b.writtenMs - a.writtenMs).slice(0, shown);
  return Promise.all(newest.map(({ path }) => readMail(path)));
}

/** One mail in the inbox, or null if it does not exist. */
export async function findInboxMail({ dataDir }: { dataDir: string }, id: string): Promise<InboxMail | null> {
  if (!/^[\w-]+$/.test(id)) return null;
  return readMail(join(folder(dataDir), `${id}.json`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function readMail(path: string): Promise<InboxMail> {
  const mail = storedMailSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  return { ...mail, links: mail.text.match(linkPattern) ?? [] };
}

/** The part of the Message-ID before the @, safe as a file name. */
function idOf({ messageId }: Mail): string {
  return fileNameOf(messageId.replace(/^<|@.*$/g, ''));
}

const fileNameOf = (id: string) => id.replace(/[^\w-]/g, '_');

/** Writes a file atomically: readers see all of it or none. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text, { mode: 0o600 });
  await rename(`${path}.part`, path);
}
