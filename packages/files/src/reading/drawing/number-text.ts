import { dateFromSerial, format, getFormatDateInfo } from 'numfmt';

/** The days between the starts of the two calendars of Excel, 1900 and 1904 (ECMA-376, 18.17.4.1). */
const daysUntil1904 = 1462;
/** The last day that Excel knows, 9999-12-31. */
const lastDay = 2_958_465;
/** A format that is longer is none of Excel's, which takes at most 255 characters. */
const longestFormat = 255;
const secondsOfDay = 86_400;

type Parts = ReturnType<typeof getFormatDateInfo>;
type NumberFormat = {
  /** As numfmt takes it. */
  code: string;
  shows: 'number' | 'time' | 'date' | 'general';
  /** Whether a date is written as in ISO 8601, because its parts alone do not say which is which, or because it has all of them. */
  isIso: boolean;
  isTimeOfDay: boolean;
};

/** How numbers and texts are shown with the number formats of a workbook. */
export type NumberTexts = {
  /** What a cell with this format shows of a number. Dates are shown as in ISO 8601, in whatever order the format has their parts. */
  ofNumber(value: number, code: string): string;
  /** What a cell with this format shows of a text. */
  ofText(text: string, code: string): string;
};

/** For a workbook whose days are counted from 1900, or from 1904 as in those that Excel for Mac made. */
export function createNumberTexts({ startsIn1904 }: { startsIn1904: boolean }): NumberTexts {
  const known = new Map<string, NumberFormat>();
  const formatOf = (code: string) => {
    const found = known.get(code) ?? readFormat(code);
    known.set(code, found);
    return found;
  };
  return {
    ofNumber(value, code) {
      const known = formatOf(code);
      if (known.shows === 'general' || !Number.isFinite(value)) return generalText(value);
      if (known.shows === 'number') return shown(known.code, value) || (value === 0 ? '' : generalText(value));
      const serial = toSecond(startsIn1904 && known.shows === 'date' ? value + daysUntil1904 : value);
      // Excel shows a row of "#" for those, and no date for 0.
      if (value < 0 || serial > lastDay + 1 || (value === 0 && known.shows === 'date')) return generalText(value);
      if (known.isIso) return isoText(serial);
      const text = shown(known.code, known.shows === 'time' ? value : serial) || generalText(value);
      return known.isTimeOfDay ? text.replace(/^\d(?=:)/, '0$&') : text;
    },
    ofText: (text, code) =>
      code.includes('@') && code !== '@' && code.length <= longestFormat ? shown(code, text) || text : text,
  };
}

/** A number with as many digits as are exact: in sums of fractions, the last of 17 is an artefact. */
const generalText = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e15
    ? String(value)
    : String(Number(value.toPrecision(15))).replace('e', 'E');

const inQuotes = /"[^"]*"|\\./g;
const localeOrSymbol = /\[\$([^\]-]*)(?:-[^\]]*)?\]/g;
/** Dates in the letters of other languages, such as TT.MM.JJJJ and jj/mm/aaaa, which some programs store. */
const foreignDate = /^([a-z])\1{0,3}([./\- ])m{1,4}\2([a-z])\3{0,3}(?:\W|$)/i;

function readFormat(code: string): NumberFormat {
  const general: NumberFormat = { code, shows: 'general', isIso: false, isTimeOfDay: false };
  if (code.length > longestFormat) return general;
  const bare = code.replace(inQuotes, '').replace(/\[[^\]]*\]/g, '');
  if (/^(general|standard|@|)$/i.test(bare) && bare === code) return general;
  try {
    if (foreignDate.test(bare) && !/[.,]0|#/.test(bare)) return { ...general, shows: 'date', isIso: true };
    const parts = getFormatDateInfo(code);
    const isElapsed = /\[(h+|m+|s+)\]/i.test(code);
    const isTime = parts.hours || parts.minutes || parts.seconds || isElapsed;
    const hasMonth = parts.month && !(isTime && !parts.day && !parts.year);
    if (parts.year || hasMonth || parts.day)
      return { ...general, shows: 'date', isIso: isBestAsIso(parts, bare) && !isElapsed };
    if (isTime) return { ...general, shows: 'time', isTimeOfDay: !isElapsed && parts.clockType === 24 };
    // Separators are those of the machine that shows a number, whatever the language of its format is.
    return {
      ...general,
      code: code.replace(localeOrSymbol, (_, symbol: string) => symbol && `"${symbol}"`),
      shows: 'number',
    };
  } catch {
    return general;
  }
}

/** "5/3" may be in May or in March; "Mar 24" says what it is. */
const isBestAsIso = ({ year, month, day }: Parts, bare: string): boolean =>
  month && day && (year || !/mmm/i.test(bare));

/** What numfmt makes of a value, without the spaces that only align it. */
function shown(code: string, value: number | string): string {
  try {
    return format(code, value).replace(/\s+/g, ' ').trim();
  } catch {
    return typeof value === 'number' ? generalText(value) : value;
  }
}

/** Times are stored as fractions of days, which are a little off. */
const toSecond = (serial: number): number => Math.round(serial * secondsOfDay) / secondsOfDay + 1e-9;

const two = (number: number) => String(number).padStart(2, '0');

/** "2026-03-31", with the time if it has one. */
function isoText(serial: number): string {
  const [year, month, day, hours, minutes, seconds] = dateFromSerial(serial);
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (hours === 0 && minutes === 0 && seconds === 0) return date;
  return `${date} ${two(hours)}:${two(minutes)}${seconds === 0 ? '' : `:${two(seconds)}`}`;
}
