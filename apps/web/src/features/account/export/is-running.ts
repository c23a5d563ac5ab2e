import type { ArchiveJob } from '@noek/contract/archive/schemas';

export const isRunning = (job: ArchiveJob | null | undefined): job is ArchiveJob & { status: 'waiting' | 'running' } =>
  job?.status === 'waiting' || job?.status === 'running';
