import { httpSubscriptionLink } from '@trpc/client';

/** Reads streams of events. The build gives this file a copy of the package, so that the page loads without its code for streams. */
export const readStreams = httpSubscriptionLink;
