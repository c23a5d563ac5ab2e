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
import { createQueues } from './features/chat/queue/queues.ts';
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
import { type Service, ServiceList } from './service-list.ts';
import type {} from './services.ts';
import type { Worker } from './worker.ts';

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
  /** What begins and what closes, by name, each in order. */
  order: ServiceList['order'];
  /** Begins all services in order: they recover the work of dead processes, deliver mail and remove old rows. If one fails, all are closed. */
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
    createGenerations({
      ...{ ...deps, live, textSpaces, toolsOf, knowledge, fileReadings, links, processes, webhookListeners },
    });
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
  const deletions = createDeletions(deps, accountDependents, [() => purgeProjects({ ...deps, live, generations })]);
  receiveFromSandbox({ ...deps, live });
  const queues = overrides.queues ?? createQueues(() => app, deps, generations);
  const app: AppDeps = {
    ...deps,
    ...{ background, live, links, processes, remoteAnswers, textSpaces, uploads, fileReadings, fileScans, fileKeeping },
    ...{ toolsOf, knowledge, webhookDelivery, webhookListeners, generations, accountDependents, queues },
  };
  const endOldTemporary = () => purgeTemporary(app);
  const every = (ms: number, failure: string, work: () => Promise<unknown>): Service => ({
    name: failure,
    begin: () => background.every(ms, failure, work),
  });
  // From top to bottom they begin, from bottom to top they close. Those of an inner list also close from its top to its bottom.
  const services = new ServiceList(deps.log, [
    { name: 'the database', close: () => deps.db.close() },
    { name: 'the links to other processes', close: () => processes.close() },
    { name: 'the reader of scans', close: () => deps.scanReader?.close() },
    { name: 'the reader of files', close: () => deps.fileReader.close() },
    { name: 'the mail transport', close: () => deps.mail.close() },
    { name: 'the Markdown of emails', close: () => deps.markdown.close() },
    { name: 'web search', close: () => deps.webSearch.close() },
    { name: 'payments', close: () => deps.payments.close() },
    {
      name: 'what is known about models',
      begin: () => deps.modelNotes.begin(),
      close: () => deps.modelNotes.close(),
    },
    { name: 'the check of the knowledge base', close: () => knowledge.close() },
    { name: 'the list of webhooks', begin: () => webhookListeners.start(), close: () => webhookListeners.close() },
    worker('events that are being sent to webhooks', webhookDelivery),
    {
      name: 'mails that are being sent',
      begin() {
        delivery.start();
        campaigns.start();
      },
      close: async () => (await Promise.all([delivery.stop(), campaigns.stop()])).every(Boolean),
    },
    [
      worker('exports and imports', createArchiveJobs({ ...deps, live, fileReadings })),
      worker('deletions', deletions),
      worker('the reading of files', fileReadings),
      worker('the reading of scans', fileScans),
      worker('the removal of files', fileKeeping),
    ],
    // It closes above, after those whose work may still ask it.
    { name: 'the knowledge base', begin: () => knowledge.begin() },
    { name: 'requests and streams', close: () => background.close(settleMs) },
    { name: 'the list of processes', begin: () => processes.begin(), close: () => processes.leave() },
    { name: 'answers', begin: () => generations.begin(), close: (graceMs) => generations.drain(graceMs) },
    worker('queued messages', queues),
    { name: 'the lists of models', begin: () => keepModelLists(app) },
    { name: 'subscriptions', begin: () => subscriptionJobs(app) },
    every(refreshEveryMs, 'companies could not be asked about people', createCompanyRefresh(app)),
    every(factorResetsEveryMs, 'lost second factors could not be looked at', () => runFactorResets(deps)),
    {
      name: 'old temporary chats',
      begin() {
        background.run(temporaryFailure, endOldTemporary);
        background.every(purgeTemporaryEveryMs, temporaryFailure, endOldTemporary);
      },
    },
    every(purgeEveryMs, 'old rows could not be removed', () =>
      Promise.all([
        purgeAuthRows(app),
        purgeSecurityEvents(deps),
        purgeLedger(deps),
        purgeRepeatableRequests(deps),
        purgeForgotten(deps),
        purgeFigures(deps),
        purgeKnowledge(deps),
      ]),
    ),
    { name: 'the streams of open pages', close: () => live.close() },
    { name: 'timers', close: () => background.stopTimers() },
  ]);
  const state = { draining: false, failed: false };
  let closing: Promise<boolean> | null = null;
  function close(graceMs: number): Promise<boolean> {
    state.draining = true;
    closing ??= services.close(graceMs);
    return closing;
  }

  return {
    deps: app,
    state,
    order: services.order,
    async begin() {
      try {
        await services.begin();
      } catch (error) {
        await close(0);
        throw error;
      }
    },
    close,
  };
}

const worker = (name: string, work: Pick<Worker, 'start' | 'stop'>): Service => ({
  name,
  begin: () => work.start(),
  close: () => work.stop(),
});
