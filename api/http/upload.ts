import type { ContentField, RequestFields } from './request-fields.ts';

/** The largest request with content; the routes limit the content inside it. */
export const REQUEST_BYTES_MAX = 32 * 1024 * 1024;

/** A file part of a multipart request. */
export interface UploadedFile {
  filename: string;
  /** As given in the part, without parameters. */
  contentType: string;
  byteSize: number;
  /** Empty if the file is larger than the content limit: then it was only counted. */
  bytes: Uint8Array;
}

/** A request with content, whatever the media type of its body. */
export interface Upload {
  /** The known fields of body and query, as sent. */
  fields: RequestFields;
  /** The part `file`, if it has a file name. */
  file: UploadedFile | null;
  /** The content field, if it is text. */
  content: ContentField | null;
  /** The first unknown names of body and query. */
  unknown: string[];
}

export interface UploadOptions {
  /** Field names that are read; arrays and objects count as not sent. */
  known: readonly string[];
  /** True: unknown names do not fail the request; the route reports them. */
  lenient: boolean;
  /** Content larger than this is counted, but not kept. Bytes. */
  contentBytesMax: number;
}

/** The field that carries content as text. */
export const CONTENT_FIELD = 'raw_file_content';
