import type { BridgedShow } from '../bridge-authority.ts';
import type { Answer, BridgedStream } from './bridged-stream.ts';
import type { Guard } from './guard.ts';
import type { ServerCalls } from './server-calls.ts';

/** A stream that is watched: a show's, or a fan's camera's. */
export interface Watched {
  show: BridgedShow;
  stream: BridgedStream;
  guard: Guard;
  calls: ServerCalls;
  isCamera: boolean;
  /** The answer of this look, and when it came. */
  answered?: { at: number; answer: Answer } | undefined;
}

/** Everybody may watch it: nobody is looked for among its viewers. */
export const isOpenToAll = ({ show, isCamera }: Watched): boolean => show.type === 'public' && !show.isRehearsal && !isCamera;
