import type { File } from '@noek/contract/files/schemas';
import { useState } from 'react';
import type { GivenFile } from '../../../../preview-frame/messages.ts';
import { contentAddress } from '../../files/file-kind.ts';
import { previewTexts } from './texts.ts';

const mostBytes = 50 * 1024 * 1024;

/** The files that the person has given to a program, read by the page: a program cannot reach them. */
export function useGivenFiles(files: readonly File[]) {
  const [given, setGiven] = useState<readonly GivenFile[]>([]);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const there = files.filter(({ deleted }) => !deleted);

  const give = async (): Promise<readonly GivenFile[] | null> => {
    setProblem(null);
    if (there.reduce((sum, { size }) => sum + size, 0) > mostBytes) {
      setProblem(previewTexts.filesTooLarge);
      return null;
    }
    setReading(true);
    try {
      const read = await Promise.all(there.map(bytesOf));
      setGiven(read);
      return read;
    } catch {
      setProblem(previewTexts.filesFailed);
      return null;
    } finally {
      setReading(false);
    }
  };
  return { given, canGive: there.length > 0 && given.length === 0, isReading, problem, give };
}

async function bytesOf({ id, name }: File): Promise<GivenFile> {
  const response = await fetch(contentAddress(null, id));
  if (!response.ok) throw new Error(`The file ${id} cannot be read.`);
  return { name, bytes: await response.arrayBuffer() };
}
