import { formattedDates } from '../../../components/dates/date-labels.ts';
import { forget, keptDatesKey } from './forget-local-cache.ts';

type KeptDates = {
  userId: string;
  /** The language that the browser had. It decides how a date is written. */
  language: string;
  /**
   * The day on which they were formatted. A switch of the system's clock to 24 hours, which a page cannot see without `Intl`, shows on
   * the next day.
   */
  day: string;
  texts: [key: string, text: string][];
};

/** How many texts are kept: the last ones that were formatted. */
const mostTexts = 400;

const today = (): string => new Date().toDateString();

/** The number of texts that are in the storage already. */
let known = 0;

/** Brings back the dates that a person's last page has formatted, so that the next one can show them without `Intl`. */
export function bringBackDates(userId: string): void {
  try {
    const kept = JSON.parse(localStorage.getItem(keptDatesKey) ?? 'null') as KeptDates | null;
    if (kept?.userId !== userId || kept.language !== navigator.language || kept.day !== today()) {
      forget(keptDatesKey);
      return;
    }
    for (const [key, text] of kept.texts) if (!formattedDates.has(key)) formattedDates.set(key, text);
    known = formattedDates.size;
  } catch {
    // Storage is switched off or holds something else: dates are formatted again.
  }
}

/** Keeps the dates that this page has formatted for a person's next one. */
export function keepDates(userId: string): void {
  if (formattedDates.size === known) return;
  known = formattedDates.size;
  const texts = [...formattedDates].slice(-mostTexts);
  const kept: KeptDates = { userId, language: navigator.language, day: today(), texts };
  try {
    localStorage.setItem(keptDatesKey, JSON.stringify(kept));
  } catch {
    // Storage is switched off or full.
  }
}
