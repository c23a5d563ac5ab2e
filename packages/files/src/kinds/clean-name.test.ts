import { expect, test } from 'vitest';
import { cleanName, longestName } from './clean-name.ts';

test.each([
  ['../../etc/passwd', 'text', 'passwd'],
  ['C:\\Users\\me\\plan.pdf', 'pdf', 'plan.pdf'],
  ['photo.png', 'jpeg', 'photo.jpg'],
  ['photo.JPEG', 'jpeg', 'photo.JPEG'],
  ['scan', 'pdf', 'scan.pdf'],
  ['report.docm', 'docx', 'report.docm'],
  ['form.DOTX', 'docx', 'form.DOTX'],
  ['talk.ppsx', 'pptx', 'talk.ppsx'],
  ['letter.doc', 'rtf', 'letter.doc'],
  ['letter.doc', 'docx', 'letter.docx'],
  ['notes.odt', 'text', 'notes.txt'],
  ['page.mht', 'eml', 'page.mht'],
  ['scan.tif', 'jpeg', 'scan.jpg'],
  ['Report 3.5', 'pdf', 'Report 3.5.pdf'],
  ['invoice.pdf.exe', 'pdf', 'invoice.pdf.pdf'],
  ['setup.exe', 'text', 'setup.txt'],
  ['page.html', 'text', 'page.html'],
  ['Makefile', 'text', 'Makefile'],
  ['.gitignore', 'text', '.gitignore'],
  ['.png', 'jpeg', 'png.jpg'],
  ['con\0tract\r\n.md', 'text', 'contract.md'],
  ['annual\u202egpj.exe', 'png', 'annualgpj.png'],
  ['\u2066a\u2069\u200f\u200b\ufeff\ud800.txt', 'text', 'a.txt'],
  ['  spaces . .', 'text', 'spaces'],
  ['a/\u202e/..', 'text', 'file'],
  ['', 'heic', 'file.heic'],
  ['...', 'docx', 'file.docx'],
  ['👩‍🚀 notes.md', 'text', '👩‍🚀 notes.md'],
] as const)('%j of kind %s becomes %j', (name, kind, cleaned) => {
  expect(cleanName(name, kind)).toBe(cleaned);
});

test('a long name is cut at 200 characters and keeps its ending', () => {
  expect(cleanName(`${'x'.repeat(300)}.pdf`, 'pdf')).toBe(`${'x'.repeat(longestName - 4)}.pdf`);
  const emoji = cleanName(`${'😀'.repeat(300)}.pdf`, 'pdf');
  expect(Array.from(emoji)).toHaveLength(longestName);
  expect(emoji.isWellFormed()).toBe(true);
});
