import { useMedia } from './use-media.ts';

/** From this width on, the sidebar is next to the page; on narrower screens it is a drawer. */
export const useWideScreen = (): boolean => useMedia('(min-width: 48rem)');
