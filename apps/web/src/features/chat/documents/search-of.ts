import type { DocumentPlace } from '../chat-navigation.tsx';

/** A place as the address of its page names it. */
export const searchOf = ({ id: document, ...place }: DocumentPlace) =>
  JSON.parse(JSON.stringify({ document, ...place }));
