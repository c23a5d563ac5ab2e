import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Common, connectSession, withProof } from '../connection.ts';
import { exitCodes, Failure } from '../failures.ts';
import { askLine } from '../terminal/ask-hidden.ts';
import { note, print, printJson, printTable, when } from '../terminal/output.ts';
import { take } from './lists.ts';

type ListOptions = Common & { json?: boolean; limit: number };

export async function users(options: ListOptions & { search?: string }): Promise<void> {
  const { noek } = connectSession(options);
  const pageSize = Math.min(Math.max(options.limit, 1), 100);
  const found = [];
  let total = 0;
  for (let page = 1; found.length < options.limit; page++) {
    const answer = await noek.api.admin.users.query({ search: options.search ?? '', page, pageSize });
    total = answer.total;
    found.push(...answer.users);
    if (answer.users.length < pageSize) break;
  }
  const shown = found.slice(0, options.limit);
  if (options.json) return printJson(shown);
  printTable(
    ['Id', 'Name', 'Email', 'Level', 'Since'],
    shown.map(({ id, name, email, accessLevel, createdAt, suspendedAt }) => [
      id,
      name,
      email,
      suspendedAt ? `${accessLevel}, suspended` : accessLevel,
      when(createdAt),
    ]),
  );
  if (process.stdout.isTTY) print(`${shown.length} of ${total}`);
}

export async function audit(
  options: ListOptions & { action?: string; administrator?: string; person?: string; from?: string; to?: string },
): Promise<void> {
  const { noek } = connectSession(options);
  const { action, administrator, person, from, to } = options;
  const filter = { action, administrator, person, from, to };
  const found = await take(
    noek.lists.admin.audit({ ...filter, limit: Math.min(Math.max(options.limit, 1), 200) }),
    options.limit,
  );
  if (options.json) return printJson(found);
  if (found.length === 0) return note('No entries.');
  printTable(
    ['When', 'Action', 'By', 'About', 'Reason'],
    found.map((entry) => [
      when(entry.at),
      entry.action,
      entry.administrator?.email ?? 'system',
      entry.person?.email ?? '',
      entry.reason ?? '',
    ]),
  );
}

type Recipients = 'all' | 'basic' | 'supernoek' | 'admin' | 'selected';
type CampaignOptions = Common & {
  subject: string;
  file: string;
  to: Recipients;
  recipient?: string[];
  format: 'text' | 'markdown';
  yes?: boolean;
  json?: boolean;
};

/** Sends an email to many people, after saying to how many. */
export async function sendCampaign(options: CampaignOptions): Promise<void> {
  const connection = connectSession(options);
  const { noek } = connection;
  let content: string;
  try {
    content = readFileSync(options.file === '-' ? 0 : options.file, 'utf8');
  } catch {
    throw new Failure(`${options.file} cannot be read. Check its name and that you may read it.`);
  }
  const recipients = options.recipient ?? [];
  const whom = { recipients, recipientType: recipients.length > 0 ? ('selected' as const) : options.to };
  const count = await noek.api.campaigns.countRecipients.mutate(whom);
  if (count.recipients === 0) throw new Failure('Nobody would get this email.');
  if (!options.yes) {
    const question = `Send “${options.subject}” to ${count.recipients} people? Type yes: `;
    const answer = await askLine(question, 'Confirm with --yes, because there is no terminal to ask on.');
    if (answer !== 'yes') throw new Failure('Nothing was sent.');
  }
  // Repeated after a proof, it is still the same campaign.
  const id = randomUUID();
  const started = await withProof(connection, () =>
    noek.api.campaigns.start.mutate({
      id,
      ...whom,
      subject: options.subject,
      content,
      format: options.format,
      confirmedRecipients: count.recipients,
    }),
  );
  if (options.json) return printJson(started);
  print(`${started.message} Follow it with: noek admin campaign list`);
}

export async function listCampaigns(options: ListOptions): Promise<void> {
  const { noek } = connectSession(options);
  const found = await take(
    noek.lists.campaigns.list({ limit: Math.min(Math.max(options.limit, 1), 50) }),
    options.limit,
  );
  if (options.json) return printJson(found);
  if (found.length === 0) return note('No campaigns yet.');
  printTable(
    ['Id', 'Status', 'Sent', 'Failed', 'Of', 'Subject'],
    found.map(({ id: campaign, status, sent, failed, total, subject }) => [
      campaign,
      status,
      String(sent),
      String(failed),
      String(total),
      subject,
    ]),
  );
}

export async function changeCampaign(
  action: 'pause' | 'resume' | 'cancel',
  campaign: string,
  options: Common & { yes?: boolean },
): Promise<void> {
  const { noek } = connectSession(options);
  if (action === 'cancel' && !options.yes) {
    const answer = await askLine('Cancel it for good? Type yes: ', 'Confirm with --yes, because there is no terminal.');
    if (answer !== 'yes') throw new Failure('Nothing was changed.', exitCodes.failed);
  }
  const { subject, status } = await noek.api.campaigns[action].mutate({ id: campaign });
  print(`“${subject}” is now: ${status}.`);
}
