// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { uploadFile } from './upload-file.ts';

class LostRequest {
  upload = {};
  onerror = () => {};
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    this.onerror();
  }
}

afterEach(() => vi.unstubAllGlobals());

test('without an answer, a file that cannot be read is refused, and any other one may arrive later', async () => {
  vi.stubGlobal('XMLHttpRequest', LostRequest);
  const { signal } = new AbortController();
  const file = new File(['words'], 'a.txt');
  await expect(uploadFile(file, 'a.txt', { signal })).rejects.toThrow(TypeError);
  vi.spyOn(file, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('changed')) } as never);
  await expect(uploadFile(file, 'a.txt', { signal })).rejects.toMatchObject({ data: { httpStatus: 400 } });
});
