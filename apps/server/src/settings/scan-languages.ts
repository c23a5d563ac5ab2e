import { hasLanguage } from '@noek/files/scans/languages';
import { z } from 'zod';

/** Languages between commas, as Tesseract names them, whose data is installed. */
export const scanLanguages = z
  .string()
  .transform((text) => text.split(/[\s,+]+/).filter((code) => code !== ''))
  .pipe(
    z
      .array(
        z.string().refine(hasLanguage, {
          error: ({ input }) =>
            `names ${input}, whose data is not installed: add the package @tesseract.js-data/${input} to packages/files`,
        }),
      )
      .min(1, 'names no language'),
  );
