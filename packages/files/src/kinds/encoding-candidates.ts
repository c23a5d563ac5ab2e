import { decodeText } from './decode-text.ts';

/** An encoding that a text without a mark may be in, and how to see whether a decoded text looks like what people write in it. */
export type Candidate = {
  /** As iconv-lite calls it. */
  name: string;
  /** As people call it. */
  label: string;
  /** Its letters beyond ASCII, one set for each language. */
  alphabets: readonly ReadonlySet<string>[];
  /** Whether it has characters of two bytes. */
  isWide: boolean;
  /** What hardly any text in it is without. */
  signs?: RegExp;
};

const setOf = (letters: string): ReadonlySet<string> =>
  new Set([...letters, ...letters.toLowerCase(), ...letters.toUpperCase()]);

const western = [
  'äöüß',
  'éèàêçùâîôûëïœæ',
  'áéíóúñüªº',
  'ãõçáéíóúâêôàª',
  'àèéìòùí',
  'åäöéæø',
  'áéíóúýþæöð',
  'ëïéèöüáóê',
  'àçèéíïòóúü',
].map(setOf);
const central = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţșț'].map(setOf);
const turkish = ['çğıöşüİâî'].map(setOf);
const baltic = ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'].map(setOf);
const vietnamese = ['ăâđêôơưáàéèíóúùñ\u0300\u0301\u0303\u0309\u0323₫'].map(setOf);
const cyrillic = [
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
].map(setOf);
const greek = ['αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ'].map(setOf);
const between = (first: number, last: number): ReadonlySet<string> =>
  new Set(Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)));
/** Everything that is in any of the sets. */
export const together = (...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set(sets.flatMap((each) => [...each]));

const hebrew = [between(0x5d0, 0x5ea)];
const arabic = [together(between(0x621, 0x652), between(0x660, 0x669), new Set('پچژگکی،؛؟'))];
const thai = [between(0xe01, 0xe5b)];

/** The characters that pairs of bytes stand for. */
function decodedPairs(name: string, leads: [number, number], trails: [number, number][]): ReadonlySet<string> {
  const bytes: number[] = [];
  for (let lead = leads[0]; lead <= leads[1]; lead++)
    for (const [first, last] of trails) for (let trail = first; trail <= last; trail++) bytes.push(lead, trail);
  return new Set(decodeText(Uint8Array.from(bytes), name));
}

const kana = /[\u3041-\u30ff]/;
const vietnameseTones = /[\u0300-\u0323]/;
const kanaSet = between(0x3041, 0x30ff);

const narrow = (name: string, label: string, alphabets: Candidate['alphabets']): Candidate => ({
  ...{ name, label, alphabets, isWide: false },
});
const wide = (name: string, label: string, common: ReadonlySet<string>): Candidate => ({
  ...{ name, label, alphabets: [common], isWide: true },
});

/** Most East Asian texts consist of the characters that the standards list first, by how common they are. */
const commonInJapanese = () => together(decodedPairs('euc-jp', [0xb0, 0xcf], [[0xa1, 0xfe]]), kanaSet);
const commonInChina = () => decodedPairs('gb18030', [0xb0, 0xd7], [[0xa1, 0xfe]]);
const commonInTaiwan = () =>
  decodedPairs(
    'big5',
    [0xa4, 0xc6],
    [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  );
const commonInKorea = () => decodedPairs('euc-kr', [0xb0, 0xc8], [[0xa1, 0xfe]]);

let made: readonly Candidate[] | null = null;

/** The encodings that are tried, the most frequent ones first. Made with the first text that needs them. */
export function candidates(): readonly Candidate[] {
  made ??= [
    narrow('windows-1252', 'Windows-1252', western),
    narrow('iso-8859-15', 'ISO-8859-15', western),
    narrow('windows-1251', 'Windows-1251', cyrillic),
    wide('gb18030', 'GB18030', commonInChina()),
    { ...wide('shift_jis', 'Shift_JIS', commonInJapanese()), signs: kana },
    wide('euc-kr', 'EUC-KR', commonInKorea()),
    wide('big5', 'Big5', commonInTaiwan()),
    { ...wide('euc-jp', 'EUC-JP', commonInJapanese()), signs: kana },
    narrow('windows-1250', 'Windows-1250', central),
    narrow('windows-1254', 'Windows-1254', turkish),
    narrow('windows-1253', 'Windows-1253', greek),
    narrow('windows-1255', 'Windows-1255', hebrew),
    narrow('windows-1256', 'Windows-1256', arabic),
    narrow('windows-1257', 'Windows-1257', baltic),
    { ...narrow('windows-1258', 'Windows-1258', vietnamese), signs: vietnameseTones },
    narrow('iso-8859-6', 'ISO-8859-6', arabic),
    narrow('windows-874', 'Windows-874', thai),
    narrow('iso-8859-2', 'ISO-8859-2', central),
    narrow('koi8-u', 'KOI8', cyrillic),
    narrow('cp866', 'CP866', cyrillic),
    narrow('iso-8859-5', 'ISO-8859-5', cyrillic),
    narrow('cp850', 'CP850', western),
    narrow('cp852', 'CP852', central),
    narrow('macroman', 'Mac Roman', western),
    narrow('maccyrillic', 'Mac Cyrillic', cyrillic),
  ];
  return made;
}

/** The languages of UTF-16 texts, which may have no zero bytes: the common characters of each script. */
export function scripts(): readonly ReadonlySet<string>[] {
  const [japanese, china, taiwan, korea] = ['shift_jis', 'gb18030', 'big5', 'euc-kr'].map(
    (name) => candidates().find((each) => each.name === name)?.alphabets[0] ?? new Set<string>(),
  );
  const han = together(...[japanese, china, taiwan].map((each) => each ?? new Set<string>()));
  const syllables = together(korea ?? han, between(0xac00, 0xd7a3));
  return [han, syllables, ...cyrillic, ...greek, ...hebrew, ...arabic, ...thai, between(0x900, 0x97f)];
}
