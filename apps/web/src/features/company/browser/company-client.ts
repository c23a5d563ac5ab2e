import type { TrpcClient } from '../../../api/client.ts';

/** The client for typed procedures. It loads for a sign-in or a sign-out: other visits need no more than the opening request. */
export const companyClient = async (): Promise<TrpcClient> =>
  (await import('../../../api/client.ts')).createTrpcClient();
