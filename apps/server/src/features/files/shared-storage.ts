/** For the log, where the bytes of a file or an archive are missing. */
export const sharedStorageAdvice =
  'processes on several machines need the same DATA_DIR/archives and DATA_DIR/files, or S3 (docs/production.md)';
