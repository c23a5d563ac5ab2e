import { errorBodySchema } from '@noek/contract/errors';
import type { Operation } from '@noek/contract/operation';
import { operations } from '@noek/contract/operations';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Config } from './config.ts';

const refusalNames: Record<number, string> = {
  400: 'Malformed or not allowed',
  401: 'Signed out',
  403: 'Not allowed',
  404: 'Not there, or not yours',
  409: 'Conflict',
  413: 'Too large',
  423: 'A password reset is needed',
  429: 'Too many requests, or no messages left',
  502: 'No provider answered',
};
const everyWrite = [403, 413];

/** The REST contract as OpenAPI 3.1, made from the schemas that check the calls. */
export function openApiDocument(config: Pick<Config, 'version' | 'origins'>) {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations)
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Noek', version: config.version },
    servers: [{ url: config.origins.chat }],
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'noek_session' } },
    },
    paths,
  });
}

function describe(operation: Operation): ZodOpenApiOperationObject {
  const refusals = new Set([...operation.refusals, ...(operation.method === 'get' ? [] : everyWrite)]);
  const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return {
    summary: operation.summary,
    security: operation.access === 'signed-in' ? [{ session: [] }] : [],
    requestParams: {
      ...(parameters.length > 0
        ? { path: z.object(Object.fromEntries(parameters.map((name) => [name, z.string()]))) }
        : {}),
      ...(operation.query ? { query: operation.query } : {}),
    },
    ...(operation.body ? { requestBody: { content: { 'application/json': { schema: operation.body } } } } : {}),
    responses: {
      [String(operation.status)]:
        operation.status === 302
          ? { description: 'Goes on elsewhere' }
          : {
              description: 'Success',
              content: {
                'application/json': { schema: operation.result },
                ...(operation.streams ? { 'text/event-stream': { schema: z.string() } } : {}),
              },
            },
      ...Object.fromEntries(
        [...refusals].sort().map((status) => [
          String(status),
          {
            description: refusalNames[status] ?? 'Refused',
            content: { 'application/json': { schema: errorBodySchema } },
          },
        ]),
      ),
    },
  };
}
