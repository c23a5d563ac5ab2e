import type { AppRouter } from '@noek/server/router';
import type { OperationLink, TRPCLink } from '@trpc/client';
import { keepTrying } from '../../components/base/keep-trying.ts';
import { waitFor } from './wait-for.ts';

/** Reads streams of events. The code that does so is loaded with the first stream, for which no first screen waits. */
export const streamsLink =
  (url: string): TRPCLink<AppRouter> =>
  (runtime) => {
    let read: OperationLink<AppRouter>;
    const load = async () => {
      const { readStreams } = await keepTrying(() => import('./read-streams.ts'));
      read ??= readStreams({ url })(runtime);
    };
    return (call) => waitFor(load(), () => read(call));
  };
