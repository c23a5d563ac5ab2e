import { readFileSync } from 'node:fs';
import { z } from 'zod';

type Environment = {
  GOOGLE_SERVICE_ACCOUNT_JSON?: string | undefined;
  GOOGLE_DOC_ID?: string | undefined;
  GOOGLE_API_URL?: string | undefined;
  KNOWLEDGE_DIR?: string | undefined;
};

const keySchema = z.object({
  type: z.literal('service_account').optional(),
  client_email: z.string().min(3),
  private_key: z.string().min(1),
});

/**
 * The settings of the knowledge base. Answers work without one, so the server starts even if the key cannot be used: `problem` is then a
 * sentence about what is wrong with it, otherwise null.
 */
export function knowledgeSettings(e: Environment) {
  const { account, problem } = readKey(e.GOOGLE_SERVICE_ACCOUNT_JSON);
  return {
    /** A folder of Markdown files. */
    folder: e.KNOWLEDGE_DIR ?? null,
    google: {
      account,
      problem,
      documentId: e.GOOGLE_DOC_ID === undefined ? null : idOf(e.GOOGLE_DOC_ID),
      /** Another host for Docs and Drive; null for Google's own. */
      apiUrl: e.GOOGLE_API_URL ?? null,
    },
  };
}

/** The key of a service account, given as its JSON text or as the path of the file. */
function readKey(given: string | undefined) {
  const without = (problem: string | null) => ({ account: null, problem });
  if (given === undefined) return without(null);
  let text = given;
  if (!given.startsWith('{'))
    try {
      text = readFileSync(given, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A text that is not a path must not be repeated, because it may be a key.
      return without(`GOOGLE_SERVICE_ACCOUNT_JSON is neither JSON nor the path of a file that can be read (${code}).`);
    }
  try {
    const { client_email: email, private_key: key } = keySchema.parse(JSON.parse(text));
    // Some shells and panels keep the line breaks of the key as two characters.
    return { account: { email, privateKey: key.replaceAll('\\n', '\n') }, problem: null };
  } catch {
    return without(
      'GOOGLE_SERVICE_ACCOUNT_JSON is not the key of a service account. It must be the whole JSON file that Google creates, with "client_email" and "private_key".',
    );
  }
}

/** The id of a document, given as the id or as the document's address. */
const idOf = (given: string): string => /\/d\/([\w-]+)/.exec(given)?.[1] ?? given;
