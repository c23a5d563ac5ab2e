import { FileRefusal } from './file-refusal.ts';

/** The most pixels of a picture. */
export const mostPixels = 50_000_000;

export const tooLarge = () =>
  new FileRefusal('pixels', `This picture has more than ${mostPixels / 1_000_000} megapixels.`);
