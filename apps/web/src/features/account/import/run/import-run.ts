import { createAtom, useSelector } from '@tanstack/react-store';
import { errorText } from '../../../../api/base/error-text.ts';
import { uploadFiles } from '../../../../api/upload.ts';
import { storedUser } from '../../../session/start/stored-user.ts';
import { type Choice, chosenOf, firstChoice } from '../choice/choice.ts';
import type { Listing, ReadingReply, Upload } from '../reading/messages.ts';
import { type ReadingWorker, startReadingWorker } from '../reading/reading-worker.ts';
import { readingTexts } from '../reading/texts.ts';
import { importTexts } from '../texts.ts';

/** What was read, what of it is ticked, and why the last attempt to send it failed. */
type Read = { listing: Listing; choice: Choice; problem: string | null };

/** An import until the server has it. */
export type ImportRun =
  | { step: 'none' }
  | { step: 'refused'; problem: string | 'not-recognized' }
  | { step: 'reading'; percent: number | null }
  | ({ step: 'read'; isChoosing: boolean } & Read)
  | ({ step: 'writing' | 'uploading'; percent: number } & Read);

/** It stays while the person looks at other screens of this page. */
const run = createAtom<ImportRun>({ step: 'none' });
let userId: string | null = null;
let worker: ReadingWorker | null = null;
let uploading: AbortController | null = null;
let onStarted = () => {};

export const useImportRun = (): ImportRun => useSelector(run);

/** Forgets an import that another person has begun on this page. */
export function forgetRunOfOthers(user: string): void {
  if (userId !== null && userId !== user) endRun();
}

/** Reads the chosen files. */
export function readFiles(user: string, files: File[]): void {
  endRun();
  userId = user;
  run.set({ step: 'reading', percent: null });
  worker = startReadingWorker(takeReply, () => takeReply({ type: 'failed', text: readingTexts.unexpected }));
  worker.send({ type: 'read', files });
}

/** Forgets what was read, or stops reading it. */
export function endRun(): void {
  worker?.end();
  worker = null;
  uploading?.abort();
  uploading = null;
  run.set({ step: 'none' });
}

/** Opens or closes the dialog in which conversations are chosen. */
export function setChoosing(isChoosing: boolean): void {
  change((read) => ({ ...read, isChoosing }));
}

export function setChoice(choice: Choice): void {
  change((read) => ({ ...read, choice }));
}

/** Writes what was chosen and sends it to the server. Calls back once the server has it. */
export function sendChosen(whenStarted: () => void): void {
  const now = run.get();
  if (now.step !== 'read') return;
  const { listing, choice } = now;
  onStarted = whenStarted;
  run.set({ step: 'writing', percent: 0, listing, choice, problem: null });
  worker?.send({ type: 'write', chosen: chosenOf(listing, choice) });
}

/** Stops writing or sending. What was read and chosen stays. */
export function stopSending(): void {
  worker?.send({ type: 'stop' });
  uploading?.abort();
  uploading = null;
  backToRead(null);
}

function change(next: (read: ImportRun & { step: 'read' }) => ImportRun): void {
  const now = run.get();
  if (now.step === 'read') run.set(next(now));
}

function backToRead(problem: string | null): void {
  const now = run.get();
  if (now.step !== 'writing' && now.step !== 'uploading') return;
  const { listing, choice } = now;
  run.set({ step: 'read', isChoosing: false, listing, choice, problem });
}

function refuse(problem: string): void {
  worker?.end();
  worker = null;
  run.set({ step: 'refused', problem });
}

function takeReply(reply: ReadingReply): void {
  const now = run.get();
  if (now.step === 'reading') {
    if (reply.type === 'reading') run.set({ step: 'reading', percent: reply.percent });
    if (reply.type === 'listed') takeListing(reply.listing);
    if (reply.type === 'not-recognized') refuse('not-recognized');
    if (reply.type === 'failed') refuse(reply.text);
  } else if (now.step === 'writing') {
    if (reply.type === 'writing') run.set({ ...now, percent: reply.percent });
    if (reply.type === 'written') void upload(reply.uploads);
    if (reply.type === 'failed') backToRead(reply.text);
  }
}

function takeListing(listing: Listing): void {
  run.set({ step: 'read', isChoosing: hasSomething(listing), listing, choice: firstChoice(listing), problem: null });
}

/** Whether there is anything to choose. */
export const hasSomething = ({ conversations, texts }: Listing): boolean =>
  conversations.length > 0 || texts.length > 0;

async function upload(uploads: readonly Upload[]): Promise<void> {
  // Another person may have signed in meanwhile in another tab.
  if (storedUser()?.id !== userId) return endRun();
  const sending = new AbortController();
  uploading = sending;
  const now = run.get();
  if (now.step === 'writing') run.set({ ...now, step: 'uploading', percent: 0 });
  try {
    await uploadFiles('/api/account/import', uploads, { signal: sending.signal, onProgress: showProgress });
  } catch (error) {
    if (!sending.signal.aborted) backToRead(errorText(error, importTexts.notSent));
    return;
  }
  onStarted();
  endRun();
}

function showProgress(share: number): void {
  const now = run.get();
  if (now.step === 'uploading') run.set({ ...now, percent: Math.floor(share * 100) });
}
