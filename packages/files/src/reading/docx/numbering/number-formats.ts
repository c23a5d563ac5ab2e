/** Letters that count: after the last one they are doubled, as Word does ("z", "aa", "bb"). */
const letters: Readonly<Record<string, string>> = {
  lowerLetter: 'abcdefghijklmnopqrstuvwxyz',
  upperLetter: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  russianLower: 'абвгдежзиклмнопрстуфхцчшщэюя',
  russianUpper: 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯ',
  arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
  arabicAbjad: 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
  hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת',
  thaiLetters: 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ',
  aiueo: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  aiueoFullWidth: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  iroha: 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン',
  irohaFullWidth: 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン',
  ganada: '가나다라마바사아자차카타파하',
  chosung: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  chicago: '*†‡§',
  ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
  ideographZodiac: '子丑寅卯辰巳午未申酉戌亥',
};

/** Digits of their own for the numbers that others write with 0 to 9. */
const digits: Readonly<Record<string, string>> = {
  decimalFullWidth: '０１２３４５６７８９',
  decimalFullWidth2: '０１２３４５６７８９',
  hindiNumbers: '०१२३४५६७८९',
  thaiNumbers: '๐๑๒๓๔๕๖๗๘๙',
  ideographDigital: '〇一二三四五六七八九',
  japaneseDigitalTenThousand: '〇一二三四五六七八九',
  taiwaneseDigital: '○一二三四五六七八九',
  koreanDigital: '영일이삼사오육칠팔구',
  koreanDigital2: '零一二三四五六七八九',
};

const counting: Readonly<Record<string, { digits: string; steps: string }>> = {
  chineseCounting: { digits: '〇一二三四五六七八九', steps: '十百千' },
  chineseCountingThousand: { digits: '〇一二三四五六七八九', steps: '十百千' },
  taiwaneseCounting: { digits: '○一二三四五六七八九', steps: '十百千' },
  taiwaneseCountingThousand: { digits: '○一二三四五六七八九', steps: '十百千' },
  japaneseCounting: { digits: '〇一二三四五六七八九', steps: '十百千' },
  japaneseLegal: { digits: '〇壱弐参四伍六七八九', steps: '拾百阡' },
  chineseLegalSimplified: { digits: '零壹贰叁肆伍陆柒捌玖', steps: '拾佰仟' },
  ideographLegalTraditional: { digits: '零壹貳參肆伍陸柒捌玖', steps: '拾佰仟' },
  koreanCounting: { digits: '영일이삼사오육칠팔구', steps: '십백천' },
};

/** Ranges of Unicode with one character for each number from 1. */
const ranges: Readonly<Record<string, { first: number; count: number }>> = {
  decimalEnclosedCircle: { first: 0x2460, count: 20 },
  decimalEnclosedCircleChinese: { first: 0x2460, count: 20 },
  decimalEnclosedParen: { first: 0x2474, count: 20 },
  decimalEnclosedFullstop: { first: 0x2488, count: 20 },
  ideographEnclosedCircle: { first: 0x3280, count: 10 },
};

const romanSteps: readonly [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

const ones =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );
const tens = '- Ten Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');
const irregular: Readonly<Record<string, string>> = {
  One: 'First',
  Two: 'Second',
  Three: 'Third',
  Five: 'Fifth',
  Eight: 'Eighth',
  Nine: 'Ninth',
  Twelve: 'Twelfth',
};

/** A number as a list shows it (ECMA-376, 17.18.59). Formats that are not known, and numbers that a format has no form for, are decimal. */
export function formattedNumber(value: number, format: string, pattern?: string): string {
  const decimal = String(value);
  if (format === 'none') return '';
  if (format === 'decimalZero') return decimal.padStart(2, '0');
  if (format === 'custom') return decimal.padStart(/^0*1/.exec(pattern ?? '')?.[0].length ?? 1, '0');
  if (format === 'numberInDash') return `- ${decimal} -`;
  if (format === 'hex' && value >= 0) return value.toString(16).toUpperCase();
  if (format === 'ordinal') return `${decimal}${ordinalEnd(value)}`;
  const own = digits[format];
  if (own !== undefined) return decimal.replace(/\d/g, (digit) => own[Number(digit)] ?? digit);
  return value < 1 ? decimal : (positiveNumber(value, format) ?? decimal);
}

function positiveNumber(value: number, format: string): string | undefined {
  const alphabet = letters[format];
  if (alphabet !== undefined) return repeated(value, Array.from(alphabet));
  const range = ranges[format];
  if (range) return value <= range.count ? String.fromCodePoint(range.first + value - 1) : undefined;
  const words = counting[format];
  if (words) return counted(value, words);
  if (format === 'upperRoman') return roman(value);
  if (format === 'lowerRoman') return roman(value)?.toLowerCase();
  if (format === 'hebrew1') return hebrew(value);
  if (format === 'cardinalText') return inWords(value);
  if (format === 'ordinalText') return inWords(value)?.replace(/[A-Z][a-z]+$/i, ordinalWord);
  return undefined;
}

function repeated(value: number, alphabet: readonly string[]): string | undefined {
  const times = Math.ceil(value / alphabet.length);
  return times > 30 ? undefined : alphabet[(value - 1) % alphabet.length]?.repeat(times);
}

function roman(value: number): string | undefined {
  if (value > 3999) return undefined;
  let text = '';
  let left = value;
  for (const [step, letter] of romanSteps) for (; left >= step; left -= step) text += letter;
  return text;
}

function ordinalEnd(value: number): string {
  if (value % 100 > 10 && value % 100 < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
}

/** A number in Chinese, Japanese or Korean words; 10 to 19 begin with the ten. */
function counted(value: number, { digits: names, steps }: { digits: string; steps: string }): string | undefined {
  if (value > 9999) return undefined;
  let text = '';
  let isGap = false;
  for (const [at, digit] of [...String(value)].map(Number).entries()) {
    const step = String(value).length - at - 2;
    if (digit === 0) {
      isGap = true;
      continue;
    }
    if (isGap) text += names[0];
    isGap = false;
    text += `${digit === 1 && step === 0 && text === '' ? '' : names[digit]}${steps[step] ?? ''}`;
  }
  return text;
}

/** Hebrew letters with the values 1 to 9, 10 to 90 and 100 to 400; 15 and 16 are written as 9 and 6 or 7. */
function hebrew(value: number): string | undefined {
  if (value > 499) return undefined;
  const hundreds = ['', 'ק', 'ר', 'ש', 'ת'][Math.floor(value / 100)] ?? '';
  const rest = value % 100;
  if (rest === 15 || rest === 16) return `${hundreds}ט${rest === 15 ? 'ו' : 'ז'}`;
  const ten = Array.from(' יכלמנסעפצ')[Math.floor(rest / 10)]?.trim() ?? '';
  const one = Array.from(' אבגדהוזחט')[rest % 10]?.trim() ?? '';
  return `${hundreds}${ten}${one}`;
}

function inWords(value: number): string | undefined {
  if (value < 20) return ones[value];
  if (value >= 100) return undefined;
  const one = value % 10 === 0 ? '' : `-${ones[value % 10]?.toLowerCase()}`;
  return `${tens[Math.floor(value / 10)]}${one}`;
}

function ordinalWord(word: string): string {
  const capital = `${word[0]?.toUpperCase()}${word.slice(1)}`;
  const ordinal = irregular[capital] ?? (word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`);
  return word === capital ? ordinal : ordinal.toLowerCase();
}
