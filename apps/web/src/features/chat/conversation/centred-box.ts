import { useMedia } from '../../../components/page/use-media.ts';

/**
 * Whether the message box of the empty chat is in the middle: on screens with room for it above and below. public/shell.css has the same
 * sizes.
 */
export const useCentredBox = (): boolean => useMedia('(min-width: 48rem) and (min-height: 42rem)');
