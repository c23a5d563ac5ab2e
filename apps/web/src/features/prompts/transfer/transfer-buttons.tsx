import type { Prompt } from '@noek/contract/prompts/schemas';
import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { promptTexts } from '../texts.ts';
import { printPrompts } from './prompts-file.ts';
import { useImport } from './use-import.ts';

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
