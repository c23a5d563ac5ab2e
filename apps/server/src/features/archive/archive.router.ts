import { archiveJobsSchema, startedJobSchema, textSpaceSchema } from '@noek/contract/archive/schemas';
import { procedure, router } from '../../transports/trpc.ts';
import { listJobs } from './list-jobs.ts';
import { startExport } from './start-export.ts';
import { readTextSpace } from './text-space.ts';

export const archiveRouter = router({
  jobs: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(archiveJobsSchema)
    .query(({ ctx }) => listJobs(ctx)),
  space: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(textSpaceSchema)
    .query(({ ctx }) => readTextSpace(ctx)),
  startExport: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(startedJobSchema)
    .mutation(({ ctx }) => startExport(ctx)),
});
