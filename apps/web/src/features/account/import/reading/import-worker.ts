import { exportReader } from './export-reader.ts';
import type { ReadingRequest } from './messages.ts';

// Reads exports off the main thread, however large they are.

const take = exportReader((reply) => self.postMessage(reply));

self.onmessage = ({ data }: MessageEvent<ReadingRequest>) => void take(data);
