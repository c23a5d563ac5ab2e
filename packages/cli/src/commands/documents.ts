import type { Message, NoekClient } from '@noek/client';
import { isTerminal, oneLine, print, safe, styled } from '../terminal/output.ts';

/** How many lines of a document a terminal gets. A pipe gets all of them. */
const linesShown = 40;

/** Writes the documents that an answer has made or changed: where each is, and its text. */
export async function printDocuments(noek: NoekClient, url: string, message: Message): Promise<void> {
  for (const { id: documentId, title, version } of message.documents) {
    const place = `${url}/chat/${message.conversationId}?document=${encodeURIComponent(documentId)}`;
    print();
    print(`${styled('bold', oneLine(title))} (version ${version}): ${place}`);
    // A token may be allowed to ask and not to read.
    const found = await noek.api.documents.version.query({ documentId, version }).catch(() => null);
    if (found === null) continue;
    const content = found.content.replace(/\n$/, '');
    const lines = content.split('\n');
    print();
    if (!isTerminal()) print(content);
    else for (const line of lines.slice(0, linesShown)) print(safe(line));
    if (isTerminal() && lines.length > linesShown)
      print(styled('dim', `… ${lines.length - linesShown} more lines are at the address above`));
  }
}
