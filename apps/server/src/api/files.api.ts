import { fileOperations } from '@noek/contract/files/operations';
import { addFile } from '../features/files/adding/add-file.ts';
import { deleteFile } from '../features/files/delete-file.ts';
import { fileNotFound, findFile, toFile } from '../features/files/files.queries.ts';
import { listFilePages } from '../features/files/list-file-pages.ts';
import { listFiles } from '../features/files/list-files.ts';
import { readPictureText } from '../features/files/scanning/read-picture-text.ts';
import { serveFile, servePreview } from '../features/files/serve-file.ts';
import { fileInRequest } from '../transports/form-file.ts';
import { implement } from '../transports/implement.ts';

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
