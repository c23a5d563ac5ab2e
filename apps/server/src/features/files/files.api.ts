import { fileOperations } from '@noek/contract/files/operations';
import { fileInRequest } from '../../transports/form-file.ts';
import { implement } from '../../transports/implement.ts';
import { addFile } from './adding/add-file.ts';
import { deleteFile } from './delete-file.ts';
import { fileNotFound, findFile, toFile } from './files.queries.ts';
import { listFilePages } from './list-file-pages.ts';
import { listFiles } from './list-files.ts';
import { readPictureText } from './scanning/read-picture-text.ts';
import { serveFile, servePreview } from './serve-file.ts';

/** The procedures and documented paths of files. */
export const filesApi = implement(
  fileOperations,
  {
    async upload(ctx, { query, headers, body }) {
      return ctx.uploads.receive(ctx, async () =>
        addFile(ctx, await fileInRequest({ name: query.name, type: headers['content-type'], body })),
      );
    },
    list: listFiles,
    file: async (ctx, { fileId }) => toFile(await findFile(ctx, fileId)),
    pages: listFilePages,
    readText: readPictureText,
    remove: deleteFile,
    content: async (ctx, { params }, c) =>
      serveFile(ctx, await findFile(ctx, params.id), c.req.header('If-None-Match')),
    preview: async (ctx, { params }, c) =>
      servePreview(ctx, await findFile(ctx, params.id), c.req.header('If-None-Match')),
  },
  fileNotFound,
);
