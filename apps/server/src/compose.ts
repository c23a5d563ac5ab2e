import { BackgroundWork } from './background-work.ts';
import type { AppDeps, Services } from './context.ts';
import type { Deps } from './deps.ts';
import { archiveOfAccount } from './features/archive/archive-of-account.ts';
import { createArchiveJobs } from './features/archive/jobs/archive-jobs.ts';
import { createCompanyRefresh } from './features/auth/company/refresh-company-logins.ts';
import { runFactorResets } from './features/auth/factor-reset/run-factor-resets.ts';
import { purgeAuthRows } from './features/auth/purge-auth-rows.ts';
import { purgeSecurityEvents } from './features/auth/security-events/purge-security-events.ts';
import { createCampaignDelivery } from './features/campaigns/sending/campaign-delivery.ts';
import { purgeLedger } from './features/chat/allowance/purge-ledger.ts';
import { createGenerations } from './features/chat/answers/generations.ts';
import { chatOfAccount } from './features/chat/chat-of-account.ts';
import { purgeTemporary } from './features/chat/conversations/end-temporary.ts';
import { createDeletions } from './features/chat/deletion/deletions.ts';
import { createLive } from './features/chat/live/live.ts';
import { createRemoteAnswers } from './features/chat/live/remote-answers.ts';
import { createTextSpaces } from './features/chat/space/text-spaces.ts';
import { temporaryOfAccount } from './features/chat/temporary-of-account.ts';
import { toolsOfAnswer } from './features/chat/tools/tools-of-answer.ts';
import { purgeRepeatableRequests } from './features/completions/answer-once.ts';
import { purgeFigures } from './features/figures/purge-figures.ts';
import { createUploads } from './features/files/adding/uploads.ts';
import { filesOfAccount } from './features/files/files-of-account.ts';
import { createFileReadings } from './features/files/reading/file-readings.ts';
import { createFileKeeping } from './features/files/removal/file-keeping.ts';
import { createFileScans } from './features/files/scanning/file-scans.ts';
import { createKnowledge } from './features/knowledge/knowledge.ts';
import { purgeKnowledge } from './features/knowledge/purge-knowledge.ts';
import { memoryOfAccount } from './features/memory/memory-of-account.ts';
import { purgeForgotten } from './features/memory/purge-forgotten.ts';
import { keepModelLists } from './features/models/keep-model-lists.ts';
import { createMailDelivery } from './features/outbox/deliver-mail.ts';
import { purgeProjects } from './features/projects/trash/purge-projects.ts';
import { promptsOfAccount } from './features/prompts/prompts-of-account.ts';
import { reportsOfAccount } from './features/reports/reports-of-account.ts';
import { receiveFromSandbox, subscriptionJobs } from './features/subscription/keeping/subscription-jobs.ts';
import { subscriptionOfAccount } from './features/subscription/subscription-of-account.ts';
import { createWebhookDelivery } from './features/webhook-outbox/deliver-webhooks.ts';
import { createWebhookListeners } from './features/webhook-outbox/webhook-listeners.ts';
import { createLinks } from './processes/links.ts';
import { createProcesses } from './processes/processes.ts';

const purgeEveryMs = 60 * 60 * 1000;
/** How soon after a login is used again its company is asked about the person. */
const refreshEveryMs = 30 * 1000;
const factorResetsEveryMs = 60 * 1000;
const purgeTemporaryEveryMs = 2 * 60 * 1000;
const temporaryFailure = 'old temporary chats could not be ended';
/** How long requests and streams may take to end after the last answer, in milliseconds. */
const settleMs = 1_000;

/** The whole product without a network: the features on their dependencies, with a common start and end. */
export type Composed = {
  deps: AppDeps;
  /** `draining` is true once `close` is called: new work is refused. `failed`: because of an error that no code handles. */
  state: { draining: boolean; failed: boolean };
  /** Recovers the work of dead processes, then starts to deliver mail and remove old rows. */
  begin(): Promise<void>;
  /**
   * Refuses new work, lets answers finish for up to `graceMs` milliseconds and keeps or hands over the rest, ends streams, waits
   * for requests, finishes mails that are being sent, and closes the dependencies, the database last. Every caller gets the same
   * promise. Resolves to false if some work did not end in time.
   */
  close(graceMs: number): Promise<boolean>;
};

/** Builds the features on `deps`, for the server, scripts and tests alike. `overrides` replace single services. */
export function compose(
  deps: Deps,
  overrides: { [Name in keyof Services]?: Services[Name] | undefined } = {},
): Composed {
  const background = overrides.background ?? new BackgroundWork(deps.log);
  const links = overrides.links ?? createLinks(deps);
  const processes = overrides.processes ?? createProcesses(deps, links);
  const live = overrides.live ?? createLive(deps);
  const textSpaces = overrides.textSpaces ?? createTextSpaces(deps, background);
  const toolsOf = overrides.toolsOf ?? toolsOfAnswer;
  const knowledge = overrides.knowledge ?? createKnowledge(deps);
  const uploads = overrides.uploads ?? createUploads();
  const fileScans = overrides.fileScans ?? createFileScans(deps);
  const fileReadings = overrides.fileReadings ?? createFileReadings({ ...deps, fileScans });
  const fileKeeping = overrides.fileKeeping ?? createFileKeeping(deps);
  const webhookDelivery = overrides.webhookDelivery ?? createWebhookDelivery(deps);
  const webhookListeners = overrides.webhookListeners ?? createWebhookListeners(deps);
  const generations =
    overrides.generations ??
    createGenerations({ ...deps, live, toolsOf, knowledge, fileReadings, links, processes, webhookListeners });
  const remoteAnswers = overrides.remoteAnswers ?? createRemoteAnswers(links, live, generations);
  const accountDependents = overrides.accountDependents ?? [
    subscriptionOfAccount(live),
    promptsOfAccount,
    memoryOfAccount,
    filesOfAccount,
    chatOfAccount,
    temporaryOfAccount({ ...deps, live, generations }),
    archiveOfAccount,
    reportsOfAccount,
  ];
  const delivery = createMailDelivery(deps);
  const campaigns = createCampaignDelivery(deps);
  const archiveJobs = createArchiveJobs({ ...deps, live, fileReadings });
  const deletions = createDeletions(deps, accountDependents, [() => purgeProjects({ ...deps, live, generations })]);
  receiveFromSandbox({ ...deps, live });
  const state = { draining: false, failed: false };
  let closing: Promise<boolean> | null = null;

  async function closeInOrder(graceMs: number): Promise<boolean> {
    state.draining = true;
    background.stopTimers();
    live.close();
    const steps: [name: string, step: () => Promise<unknown>][] = [
      ['answers', () => generations.drain(graceMs)],
      ['the list of processes', () => processes.leave()],
      ['requests and streams', () => background.close(settleMs)],
      ['exports and imports', () => archiveJobs.stop()],
      ['deletions', () => deletions.stop()],
      ['the reading of files', () => fileReadings.stop()],
      ['the reading of scans', () => fileScans.stop()],
      ['the removal of files', () => fileKeeping.stop()],
      [
        'mails that are being sent',
        async () => (await Promise.all([delivery.stop(), campaigns.stop()])).every(Boolean),
      ],
      ['events that are being sent to webhooks', () => webhookDelivery.stop()],
      ['the list of webhooks', () => webhookListeners.close()],
      ['the check of the knowledge base', () => knowledge.close()],
      ['what is known about models', () => deps.modelNotes.close()],
      ['payments', () => deps.payments.close()],
      ['web search', () => deps.webSearch.close()],
      ['the Markdown of emails', () => deps.markdown.close()],
      ['the mail transport', () => deps.mail.close()],
      ['the reader of files', () => deps.fileReader.close()],
      ['the reader of scans', async () => deps.scanReader?.close()],
      ['the links to other processes', () => processes.close()],
      ['the database', () => deps.db.close()],
    ];
    let inTime = true;
    for (const [name, step] of steps)
      try {
        if ((await step()) !== false) continue;
        deps.log.warn(`${name} did not end in time`);
        inTime = false;
      } catch (error) {
        deps.log.error({ err: error }, `${name} could not be closed`);
        inTime = false;
      }
    return inTime;
  }

  return {
    deps: {
      ...deps,
      background,
      live,
      links,
      processes,
      remoteAnswers,
      textSpaces,
      uploads,
      fileReadings,
      fileScans,
      fileKeeping,
      toolsOf,
      knowledge,
      webhookDelivery,
      webhookListeners,
      generations,
      accountDependents,
    },
    state,
    async begin() {
      deps.modelNotes.begin();
      await webhookListeners.start();
      webhookDelivery.start();
      delivery.start();
      campaigns.start();
      archiveJobs.start();
      deletions.start();
      fileReadings.start();
      fileScans.start();
      fileKeeping.start();
      await knowledge.begin();
      await processes.begin();
      await generations.begin();
      keepModelLists({ ...deps, background });
      subscriptionJobs({ ...deps, live, background });
      background.every(
        refreshEveryMs,
        'companies could not be asked about people',
        createCompanyRefresh({ ...deps, live, background, accountDependents }),
      );
      background.every(factorResetsEveryMs, 'lost second factors could not be looked at', () => runFactorResets(deps));
      const endOldTemporary = () => purgeTemporary({ ...deps, live, generations });
      background.run(temporaryFailure, endOldTemporary);
      background.every(purgeTemporaryEveryMs, temporaryFailure, endOldTemporary);
      background.every(purgeEveryMs, 'old rows could not be removed', () =>
        Promise.all([
          purgeAuthRows({ ...deps, accountDependents }),
          purgeSecurityEvents(deps),
          purgeLedger(deps),
          purgeRepeatableRequests(deps),
          purgeForgotten(deps),
          purgeFigures(deps),
          purgeKnowledge(deps),
        ]),
      );
    },
    close(graceMs) {
      closing ??= closeInOrder(graceMs);
      return closing;
    },
  };
}
