import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { tooltip } from '../../../components/base/tooltip.ts';
import { chatTexts } from '../texts.ts';
import { toolClass } from './tool-class.ts';

/** Chooses files to add; on a phone also photos and the camera. */
export function AddFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <button
        type="button"
        className={toolClass}
        aria-label={chatTexts.composer.addFiles}
        onClick={() => input.current?.click()}
        {...tooltip(chatTexts.composer.addFiles, 'top')}
      >
        <Plus aria-hidden />
      </button>
    </>
  );
}
