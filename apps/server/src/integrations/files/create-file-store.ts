import { join } from 'node:path';
import type { ByteStore } from '@noek/files/stores/byte-store';
import { createFileBucket, type FileBucket } from '@noek/files/stores/file-bucket';
import { createFolderStore } from '@noek/files/stores/folder-store';
import { createS3Store } from '@noek/files/stores/s3-store';
import type { Config } from '../../settings/config.ts';

/** Where the bytes of files are: in an S3 service, which several machines can share, or in DATA_DIR. */
export function createFileStore({ dataDir, fileService }: Pick<Config, 'dataDir' | 'fileService'>): ByteStore {
  return fileService ? createS3Store(fileService) : createFolderStore(join(dataDir, 'files'));
}

/** The bucket in which archives are, so that processes on several machines have the same ones; null if they are in DATA_DIR. */
export const createArchiveBucket = ({ fileService }: Pick<Config, 'fileService'>): FileBucket | null =>
  fileService && createFileBucket(fileService);
