// @vitest-environment happy-dom
import type { File } from '@noek/contract/files/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { answer, message } from '../testing/message.ts';
import { openChat, signedIn } from '../testing/open-chat.tsx';

beforeAll(async () => {
  await Promise.all([
    import('./in-messages/file-item.tsx'),
    import('./in-messages/used-files.tsx'),
    import('./viewer/file-viewer.tsx'),
    import('../sources/sources-panel.tsx'),
  ]);
});

const file = (id: string, fields: Partial<File> = {}): File => ({
  ...{ id, name: `${id}.txt`, type: 'text/plain', size: 2048, state: 'ready', characters: 12 },
  ...fields,
});
const notes = file('notes');
const picture = file('cat', { name: 'cat.png', type: 'image/png', width: 40, height: 30 });

function open(files: File[], fields: object = {}, handlers: Record<string, (input: never) => unknown> = {}) {
  return openChat(
    {
      ...signedIn,
      'chat.messages': () => [
        message('q', { content: '', files }),
        answer('a', { status: 'complete', content: 'Fine [1].', ...fields }),
      ],
      'files.file': ({ fileId }: { fileId: string }) => files.find(({ id }) => id === fileId),
      'files.pages': () => ({ pages: [{ number: 1, name: null, text: 'One\nTwo' }], nextFrom: null }),
      ...handlers,
    },
    7,
  );
}
const filesOfMessage = () => screen.findByRole('list', { name: 'Files of this message' });

test('a question without text shows its files, and no empty bubble', async () => {
  open([picture, notes]);
  const list = await filesOfMessage();
  const [first, second] = await within(list).findAllByRole('button');
  expect(
    within(first as HTMLElement)
      .getByRole('img')
      .getAttribute('src'),
  ).toBe('/api/files/cat/preview');
  expect(second?.textContent).toBe('notes.txt2 kB');
  const question = list.closest('article') as HTMLElement;
  expect(question.querySelector('[data-text]')).toBeNull();
  expect(within(question).queryByRole('button', { name: 'Copy message' })).toBeNull();
});

test('a file that was being read when it was sent shows how it ended', async () => {
  open(
    [file('locked', { state: 'reading' }), file('lost', { state: 'reading' })],
    {},
    {
      'files.file': ({ fileId }: { fileId: string }) => {
        if (fileId === 'lost') throw new Refusal('NOT_FOUND', 404, 'File not found.');
        return file('locked', { state: 'failed', problem: 'This PDF is encrypted.' });
      },
    },
  );
  const list = await filesOfMessage();
  expect(await within(list).findByText('This PDF is encrypted.')).toBeTruthy();
  expect(await within(list).findByText(/Deleted/)).toBeTruthy();
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['locked.txt2 kB']);
});

test('a deleted file keeps its name and cannot be opened; the others can', async () => {
  const deleted = { deleted: true } as const;
  open(
    [notes, file('gone', deleted), { ...picture, ...deleted }],
    {
      usedFiles: [
        { fileId: 'notes', name: 'notes.txt', given: 'whole' },
        { fileId: 'gone', name: 'gone.txt', given: 'whole' },
      ],
    },
    {
      'files.file': ({ fileId }: { fileId: string }) => {
        if (fileId !== 'notes') throw new Refusal('NOT_FOUND', 404, 'File not found.');
        return notes;
      },
    },
  );
  const list = await filesOfMessage();
  expect(await within(list).findByText('gone.txt')).toBeTruthy();
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['cat.png2 kB · Deleted', 'notes.txt2 kB', 'gone.txt2 kB · Deleted']);
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['notes.txt2 kB']);
  expect(within(list).queryByRole('img')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Used here' }));
  const used = await screen.findByRole('region', { name: 'Files that this answer used' });
  expect(await within(used).findByText('Whole file · Deleted')).toBeTruthy();
  expect(
    within(used)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['notes.txt']);
});

test('a picture whose preview is gone is asked about', async () => {
  open(
    [picture],
    {},
    {
      'files.file': () => {
        throw new Refusal('NOT_FOUND', 404, 'File not found.');
      },
    },
  );
  const list = await filesOfMessage();
  fireEvent.error(await within(list).findByRole('img'));
  expect(await within(list).findByText(/Deleted/)).toBeTruthy();
});

test('a message that is edited is sent without its deleted files', async () => {
  const { inputs } = open([notes, file('gone', { deleted: true })], {}, { 'chat.send': () => new Promise(() => {}) });
  await filesOfMessage();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit message' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Edit message' }), { target: { value: 'Look' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save & send' }));
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ content: 'Look', fileIds: ['notes'] }]));
});

test('an answer that used only files has "Used here", and says what it was given of each', async () => {
  open([notes], {
    usedFiles: [
      { fileId: 'notes', name: 'notes.txt', given: 'whole' },
      { fileId: 'big', name: 'big.pdf', given: 'passages', pages: [[3, 5]], pagesOfFile: 120, unit: 'page' },
      { fileId: 'x', name: 'x.pdf', given: 'none', reason: 'this PDF is encrypted' },
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Used here' }));
  const used = await screen.findByRole('region', { name: 'Files that this answer used' });
  await within(used).findByText('notes.txt');
  expect(
    within(used)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['notes.txtWhole file', 'big.pdfPages 3–5 of 120', 'x.pdfNot read: this PDF is encrypted']);
  expect(within(used).queryByRole('link', { name: 'All memories' })).toBeNull();
});

test('a file opens in the viewer, arrows lead to the others, and Escape closes it', async () => {
  open([picture, notes]);
  const list = await filesOfMessage();
  fireEvent.click(await within(list).findByRole('button', { name: 'cat.png' }));
  const viewer = await screen.findByRole('dialog', { name: 'cat.png' });
  expect((await within(viewer).findByRole('img', { name: 'cat.png' })).getAttribute('src')).toBe(
    '/api/files/cat/content',
  );
  fireEvent.keyDown(viewer, { key: '+' });
  expect(within(viewer).getByText('150%')).toBeTruthy();
  fireEvent.keyDown(viewer, { key: '0' });
  fireEvent.keyDown(viewer, { key: 'ArrowRight' });
  expect(await screen.findByRole('dialog', { name: 'notes.txt' })).toBe(viewer);
  const download = await within(viewer).findByRole('link', { name: 'Download' });
  expect([download.getAttribute('href'), download.getAttribute('download')]).toEqual([
    '/api/files/notes/content',
    'notes.txt',
  ]);
  fireEvent.keyDown(viewer, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a swipe leads to the next file and back, unless it goes up or down', async () => {
  open([picture, file('dog', { name: 'dog.png', type: 'image/png', width: 40, height: 30 })]);
  fireEvent.click(await within(await filesOfMessage()).findByRole('button', { name: 'cat.png' }));
  const swipe = async (name: string, x: number, y = 0) => {
    const content = await screen.findByRole('region', { name: `Content of ${name}` });
    const finger = { pointerType: 'touch', isPrimary: true };
    fireEvent.pointerDown(content, { ...finger, clientX: 200, clientY: 200 });
    fireEvent.pointerUp(content, { ...finger, clientX: 200 + x, clientY: 200 + y });
  };
  await swipe('cat.png', -90);
  await screen.findByRole('dialog', { name: 'dog.png' });
  await swipe('dog.png', 60, 80);
  await swipe('dog.png', 90);
  expect(await screen.findByRole('dialog', { name: 'cat.png' })).toBeTruthy();
});

test('a citation of a file opens it at its page; the panel shows its passage, and leads to the page, too', async () => {
  const slides = file('talk', {
    ...{ name: 'talk.pptx', pages: 4 },
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  });
  const source = { number: 1, url: '', title: 'talk.pptx', site: 'Slide 3', quote: 'Nine berths.', kind: 'file' };
  const page = { pages: [{ number: 3, name: null, text: 'Nine berths are free.' }], nextFrom: 4 };
  const { inputs } = open(
    [slides],
    { sources: [{ ...source, fileId: 'talk', page: 3 }] },
    { 'files.pages': () => page },
  );
  fireEvent.click(await screen.findByRole('button', { name: '1 Slide 3: talk.pptx' }));
  const opened = await screen.findByRole('dialog', { name: 'talk.pptx' });
  expect(await within(opened).findByText('Slide 3 of 4')).toBeTruthy();
  fireEvent.keyDown(opened, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Sources' }));
  const panel = await screen.findByRole('dialog', { name: 'Sources' });
  expect(panel.querySelector('blockquote')?.textContent).toBe('Nine berths.');
  fireEvent.click(within(panel).getByRole('button', { name: 'talk.pptx' }));
  const viewer = await screen.findByRole('dialog', { name: 'talk.pptx' });
  expect(await within(viewer).findByText('Nine berths are free.')).toBeTruthy();
  expect(within(viewer).getByText('Slide 3 of 4')).toBeTruthy();
  expect(inputs('files.pages')).toEqual([{ fileId: 'talk', from: 3 }]);
});
