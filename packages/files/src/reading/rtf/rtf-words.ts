/** Characters that control words stand for. */
export const characterWords: Readonly<Record<string, string>> = {
  ...{ emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•' },
  ...{ emspace: ' ', enspace: ' ', qmspace: ' ', tab: '\t', '~': ' ', _: '-', '{': '{', '}': '}', '\\': '\\' },
};

/** Groups whose text is not that of the document: tables of fonts, pictures, data of programs. */
export const unreadGroups: ReadonlySet<string> = new Set([
  ...'fonttbl colortbl filetbl listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping'.split(
    ' ',
  ),
  ...'latentstyles datastore datafield xmlnstbl mmathPr wgrffmtfilter pict objdata objclass objname fldinst bkmkstart'.split(
    ' ',
  ),
  ...'bkmkend sp nonesttables private template operator company category keywords doccomm author manager subject'.split(
    ' ',
  ),
  ...'hlinkbase creatim revtim printim buptim atnid atndate atnref atnparent atntime atrfstart atrfend userprops'.split(
    ' ',
  ),
  ...'pntxtb pntxta pnseclvl ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn upr xe tc rxe txe falt panose fontemb'.split(
    ' ',
  ),
]);

/** Groups that are marked as unknown to old programs, and have text of the document. */
export const knownMarked: ReadonlySet<string> = new Set([
  ...'shpinst shptxt fldrslt annotation atnauthor pn pntext shppict listtext ud footnote'.split(' '),
]);

/** The code pages of fonts by their character sets (specification 1.9.1, "Font Table"). */
export const codePageOfCharset: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macroman',
  128: 'shift_jis',
  129: 'euc-kr',
  130: 'cp949',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
  254: 'cp437',
};

const wide: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'cp949',
  950: 'big5',
  10000: 'macroman',
  65001: 'utf-8',
};

/** The encoding of a code page of Windows. */
export function encodingOfCodePage(page: number): string {
  if (wide[page]) return wide[page];
  return (page >= 1250 && page <= 1258) || page === 874
    ? `windows-${page}`
    : page >= 437 && page <= 1125
      ? `cp${page}`
      : 'windows-1252';
}
