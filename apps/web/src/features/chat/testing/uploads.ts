import { waitFor } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';

/** A request that answers when the test says so. */
class UploadRequest {
  static all: UploadRequest[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  status = 0;
  responseText = '';
  address = '';
  aborted = false;
  open(_method: string, address: string) {
    this.address = address;
  }
  setRequestHeader() {}
  getResponseHeader = () => 'application/json';
  send() {
    UploadRequest.all.push(this);
  }
  abort() {
    this.aborted = true;
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
}

/** Makes the uploads of each test of a file wait for the test's answers. Call it once per file. */
export function fakeUploads(): void {
  beforeEach(() => {
    UploadRequest.all = [];
    vi.stubGlobal('XMLHttpRequest', UploadRequest);
  });
}

/** The uploads that have begun, in order. */
export const uploadsBegun = (count: number) => waitFor(() => expect(UploadRequest.all).toHaveLength(count));
export const upload = (at: number) => UploadRequest.all[at] as UploadRequest;
export const uploadAddresses = () => UploadRequest.all.map(({ address }) => address);
