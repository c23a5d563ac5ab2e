import { docxOf, paragraph } from '@noek/files/testing/office';
import { pdfOf } from '@noek/files/testing/pdf';

/** A lease of six pages: headings begin with "# ", and one page has a table of contents. */
const pages: readonly (readonly string[])[] = [
  [
    '# Residential lease',
    'This lease is made on 3 March 2026 between Harbour Homes Ltd., the landlord, and Mira Solberg and Jonas Berg, the tenants.',
    '# Contents',
    '1. The flat ........................................ 2',
    '4. Deposit ......................................... 3',
    '7. Ending the lease ................................ 5',
    '# 1. The flat',
    'The landlord lets the flat on the second floor of 14 Quay Street, with two rooms, a kitchen, a bath and 58 square metres, and the cellar no. 7. The deposit box in the hall belongs to the house and not to the flat.',
  ],
  [
    '# 2. Term',
    'The lease begins on 1 April 2026 and runs for an indefinite time. The keys are handed over on the day before at noon.',
    '# 3. Rent',
    'The rent is EUR 1,150 a month without heating. It is due on the third working day of each month and is paid to the account that the landlord names. In addition, the tenants pay EUR 140 a month in advance for heating, water and waste, which is settled once a year.',
    'The landlord may raise the rent after two years, by 15 percent in three years at the most.',
  ],
  [
    '# 4. Deposit',
    'The tenants provide security for all claims of the landlord under this lease. It amounts to EUR 3,450, which is three monthly rents without heating, and may be paid in three equal instalments, the first of which is due when the lease begins. The landlord keeps it apart from his own money at the usual rate of interest.',
    '# 5. Use of the flat',
    'The flat is for living only. The tenants may keep small animals. Dogs and cats need the consent of the landlord, who may refuse it only for a good reason. Smoking is not allowed in the stairwell.',
  ],
  [
    '# 6. Repairs',
    'The landlord keeps the flat in good repair. The tenants bear the cost of small repairs of taps, switches and locks up to EUR 100 each and EUR 300 a year. They report damage without delay.',
    'Painting is up to the tenants, but not at fixed times.',
  ],
  [
    '# 7. Ending the lease',
    'Each side can give notice in writing, at the latest on the third working day of a month for the end of the month after the next one. The notice period is three months for the tenants. For the landlord it becomes six months after five years.',
    'The deposit is returned within six months after the flat was handed back, less what is still owed.',
  ],
  [
    '# 8. House rules',
    'Quiet hours are from 22:00 to 7:00. The stairwell is cleaned every Saturday by the tenants in turn.',
    '# 9. Signatures',
    'Signed at the harbour, in two copies.',
  ],
];
/** A text in lines as they fit on a page. */
const wrapped = (text: string, width = 84): string => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.join('\n');
};

const plain = (text: string) => text.replace(/^# /, '');

/** The lease as a PDF. */
export const leaseAsPdf = () => pdfOf(pages.map((page) => page.map((text) => wrapped(plain(text))).join('\n\n')));

/** The lease as a Word document. */
export const leaseAsDocx = () =>
  docxOf(
    pages
      .flat()
      .map((text) => paragraph(plain(text), text === plain(text) ? '' : 'Heading1'))
      .join(''),
  );
