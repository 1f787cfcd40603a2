export { createClient } from './client.ts';
export type { Client } from './client.ts';
export { LedgerlineError, isCallError } from './error.ts';
export type { CallError, ErrorCode } from './error.ts';
export type { ClientOptions } from './send.ts';
export type { AnswerOf, CallOptions, OptionsOf, PathOf, Schemas } from './types.ts';
