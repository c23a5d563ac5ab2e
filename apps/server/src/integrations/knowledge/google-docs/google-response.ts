import { z } from 'zod';
import { KnowledgeError } from '../knowledge-source.ts';

/** What Drive says of a file: when it changed, or which version it has. */
const fileSchema = z.looseObject({ modifiedTime: z.string() }).or(z.looseObject({ version: z.string() }));

const contentSchema = z.looseObject({ body: z.looseObject({ content: z.array(z.looseObject({})) }) });
const documentSchema = contentSchema.or(
  z.looseObject({ tabs: z.array(z.unknown()).refine((tabs) => tabs.some(hasText)) }),
);

/** Whether a tab or one of its child tabs has a text, which may be empty. */
function hasText(tab: unknown): boolean {
  const { documentTab, childTabs } = z.looseObject({}).safeParse(tab).data ?? {};
  return contentSchema.safeParse(documentTab).success || (Array.isArray(childTabs) && childTabs.some(hasText));
}

/** Whether the body of a successful response of Drive describes a file. */
export const isFile = (data: unknown): boolean => fileSchema.safeParse(data).success;

/** Whether the body of a successful response of Docs is a document, which may be empty. */
export const isDocument = (data: unknown): boolean => documentSchema.safeParse(data).success;

/** The failure for a successful response with another body: a proxy, or the sign-in page of a network, answered in Google's place. */
export function otherResponse(data: unknown, cause?: unknown): KnowledgeError {
  const came =
    typeof data === 'string' && /^\s*</.test(data)
      ? 'A web page came back instead of the document, such as the sign-in page of a network or of a proxy.'
      : 'Something else came back instead of the document, such as the response of a proxy.';
  return new KnowledgeError(
    'not-a-document',
    `${came} Check the network of this server, and GOOGLE_API_URL if it is set. It is tried again automatically.`,
    { cause },
  );
}
