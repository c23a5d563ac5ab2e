import { maxPrompts } from '@noek/contract/prompts/limits';
import type { Prompt, PromptFields } from '@noek/contract/prompts/schemas';
import { useMutation } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { ownOf } from '../prompt-list.ts';
import { promptTexts } from '../texts.ts';
import { untilDeleted } from '../use-prompt-changes.ts';
import { newIn, parsePrompts, printPrompts } from './prompts-file.ts';

const texts = promptTexts.transfer;

/** Saves the person's prompts as a file. */
function download(prompts: readonly Prompt[]): void {
  const url = URL.createObjectURL(new Blob([printPrompts(prompts)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = texts.fileName;
  link.click();
  // The browser may read it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Imports prompts from a file and exports the person's. */
export function TransferButtons({ own }: { own: readonly Prompt[] }) {
  const input = useRef<HTMLInputElement>(null);
  const read = useImport();
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={texts.file}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) read.mutate(file);
          // Choosing the same file again is a change, too.
          target.value = '';
        }}
      />
      <Button variant="quiet" aria-disabled={read.isPending} onClick={() => !read.isPending && input.current?.click()}>
        <Upload className="icon" aria-hidden />
        {read.isPending ? texts.importing : texts.import}
      </Button>
      {own.length > 0 && (
        <Button variant="quiet" onClick={() => download(own)}>
          <Download className="icon" aria-hidden />
          {texts.export}
        </Button>
      )}
    </>
  );
}

/** Why a file was not imported, as people read it. */
class ImportProblem extends Error {}

/** Adds the prompts of a file. A file with a mistake, or with more than there is room for, changes nothing. A toast says what happened. */
function useImport() {
  const utils = trpc.useUtils();
  const { list } = utils.prompts;
  return useMutation({
    async mutationFn(file: File) {
      const read = parsePrompts(await file.text());
      if ('problem' in read) throw new ImportProblem(read.problem);
      await untilDeleted();
      const own: PromptFields[] = ownOf((await list.fetch(undefined, { staleTime: 0 })) ?? []);
      const added = newIn(read.prompts, own);
      const room = maxPrompts - own.length;
      if (added.length > room) throw new ImportProblem(texts.noRoom(added.length, room));
      // All of them in one call: they are added together or not at all.
      const done = added.length > 0 ? (await utils.client.prompts.import.mutate({ prompts: added })).added : 0;
      return { added: done, known: read.prompts.length - done };
    },
    onSuccess: ({ added, known }) =>
      toast(
        added === 0
          ? { title: texts.nothingNew }
          : { title: texts.done(added), ...(known > 0 && { description: texts.known(known) }) },
      ),
    meta: {
      failed: (error) => ({
        title: texts.failed,
        description: error instanceof ImportProblem ? error.message : errorText(error),
      }),
    },
    onSettled: () => void list.invalidate(),
  });
}
