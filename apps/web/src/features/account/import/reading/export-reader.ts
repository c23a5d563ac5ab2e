import type { ImportProblem } from '@noek/contract/archive/imports';
import { fitsMemoryLimits } from '@noek/contract/memory/schemas';
import { findImporter } from '@noek/importers/find-importer';
import { type OfferedText, UnreadableExport } from '@noek/importers/importer';
import type { ExportPart, Steps } from './export-part.ts';
import { foreignPart } from './foreign/foreign-part.ts';
import { newMemoryText } from './foreign/memories-json.ts';
import type { Chosen, Listing, ReadingReply, ReadingRequest, Upload } from './messages.ts';
import { noekPart } from './noek-part.ts';
import { openFiles } from './open-files.ts';
import { readingTexts } from './texts.ts';
import { isFileGone } from './zip-entries.ts';

/** How many problems are shown before the import. Its report has more. */
const shownProblems = 100;

/** A part with the place of its first conversation, and of its first text, in the list. */
type PlacedPart = { part: ExportPart; first: number; conversations: number; firstText: number; texts: OfferedText[] };

/** Reads exports and writes what was chosen of them, in a worker. Returns the function that takes requests. */
export function exportReader(post: (reply: ReadingReply) => void): (request: ReadingRequest) => Promise<void> {
  let placed: PlacedPart[] = [];
  let stop = new AbortController();

  const steps = (type: 'reading' | 'writing', from: number, size: number): Steps => ({
    signal: stop.signal,
    onStep: percentages((percent) => post({ type, percent }), from, size),
  });

  async function read(files: readonly File[]): Promise<void> {
    const { parts, problems, damaged } = await partsOf(files);
    if (parts.length === 0)
      return post(damaged === null ? { type: 'not-recognized' } : { type: 'failed', text: damaged });
    const listing: Listing = {
      sources: [...new Set(parts.map(({ source }) => source))],
      conversations: [],
      problems: problems.slice(0, shownProblems),
      problemCount: problems.length,
      skipped: 0,
      failed: 0,
      texts: [],
      memories: parts.reduce((sum, { memories }) => sum + memories, 0),
    };
    placed = [];
    for (const [at, part] of parts.entries()) {
      const first = listing.conversations.length;
      const firstText = listing.texts.length;
      // Some exports are read as a whole for each of the two.
      const half = 0.5 / parts.length;
      await addTo(listing, part, steps('reading', 2 * at * half, half));
      const texts = fitting(await part.offeredTexts(steps('reading', (2 * at + 1) * half, half)));
      listing.texts.push(...texts);
      placed.push({ part, first, conversations: listing.conversations.length - first, firstText, texts });
    }
    post({ type: 'listed', listing });
  }

  async function write(chosen: Chosen): Promise<void> {
    stop = new AbortController();
    const { signal } = stop;
    const uploads: Upload[] = [];
    for (const [at, { part, ...place }] of placed.entries()) {
      const ofPart = {
        conversations: new Set(
          chosen.conversations.map((index) => index - place.first).filter((i) => i >= 0 && i < place.conversations),
        ),
        memories: chosen.pieces.flatMap(([text, piece]) => place.texts[text - place.firstText]?.pieces[piece] ?? []),
      };
      if (ofPart.conversations.size > 0 || ofPart.memories.length > 0)
        uploads.push(await part.write(ofPart, steps('writing', at / placed.length, 1 / placed.length)));
    }
    signal.throwIfAborted();
    post({ type: 'written', uploads });
  }

  return async (request) => {
    if (request.type === 'stop') return stop.abort();
    try {
      if (request.type === 'read') await read(request.files);
      else await write(request.chosen);
    } catch (error) {
      // The page does not wait for what it stopped.
      if (!isAbort(error)) post({ type: 'failed', text: reasonOf(error) });
    }
  };
}

/** `problems`: those that no part has. `damaged`: why nothing is recognized, if that is why. */
type FoundParts = { parts: ExportPart[]; problems: ImportProblem[]; damaged: string | null };

/** The archives of Noek, and what an importer recognizes of the other files. */
async function partsOf(files: readonly File[]): Promise<FoundParts> {
  const opened = await openFiles(files);
  const parts: ExportPart[] = [];
  for (const archive of opened.archives) parts.push(await noekPart(archive));
  const { importer, unread, damaged } = await findImporter(opened.files);
  const problems = [...opened.problems, ...unread];
  if (importer) parts.push(foreignPart(importer, opened.files, { ...opened, problems }));
  return { parts, problems: importer ? [] : problems, damaged };
}

async function addTo(listing: Listing, part: ExportPart, steps: Steps): Promise<void> {
  for await (const entry of part.list(steps)) {
    if (entry.type === 'conversation') {
      listing.conversations.push(entry.listed);
      continue;
    }
    if (entry.type === 'left-out') listing[entry.outcome]++;
    listing.problemCount++;
    if (listing.problems.length < shownProblems) listing.problems.push(entry.problem);
  }
}

/** The texts whose pieces fit into memories. */
const fitting = (texts: readonly OfferedText[]): OfferedText[] =>
  texts
    .map(({ label, pieces }) => ({ label, pieces: pieces.filter((piece) => fitsMemoryLimits(newMemoryText(piece))) }))
    .filter(({ pieces }) => pieces.length > 0);

/** Calls `onPercent` when the percentage changes, between `from` and `from + size`. */
function percentages(onPercent: (percent: number) => void, from: number, size: number): (share: number) => void {
  let last = -1;
  return (share) => {
    const percent = Math.floor((from + share * size) * 100);
    if (percent <= last) return;
    last = percent;
    onPercent(percent);
  };
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableExport) return error.message;
  return isFileGone(error) ? readingTexts.unreadable : readingTexts.unexpected;
}
