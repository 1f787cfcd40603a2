import type { ReadingFields } from './request-fields.ts';

/** The largest request with content; the routes limit the content inside it. */
export const REQUEST_BYTES_MAX = 32 * 1024 * 1024;

export interface UploadedFile {
  filename: string;
  /** As given in the part, without parameters. */
  contentType: string;
  byteSize: number;
  /** Empty if the file is larger than the content limit: then it was only counted. */
  bytes: Uint8Array;
}

/** A request with content, whatever the media type of its body: the fields of body and query. */
export interface Upload extends ReadingFields {
  /** The part `file`, if it has a file name. */
  file: UploadedFile | null;
}

export interface UploadOptions {
  /** Field names that are read. */
  known: readonly string[];
  /** What does not fail the request: unknown names, and known ones that cannot be read. The route reports them. */
  ignores: readonly ('unknown' | 'unread')[];
  /** Content larger than this is counted, but not kept. Bytes. */
  contentBytesMax: number;
}

/** The part that carries content as a file. */
export const FILE_FIELD = 'file';
