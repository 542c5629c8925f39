import type { Endpoint, EndpointKey, ResultOf } from '@stagedoor/contract/endpoint';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { z } from 'zod';
import type { AccountViewer, Viewer } from '../auth/viewer.ts';
import type { Idempotency } from '../database/database.ts';
import type { ReceivedFile } from '../storage/received-file.ts';
import type { VerifiedVisitor } from '../auth/age-cookies.ts';
import type { Log } from '../telemetry/log.ts';

/** The context of one call. */
export interface Call<V extends Viewer = Viewer> {
  viewer: V;
  locale: Locale;
  ip: string;
  userAgent: string;
  /** The country code of the IP address, if known. */
  country: string | null;
  idempotency: Idempotency | undefined;
  log: Log;
  setSessionCookie(token: string, maxAgeSeconds: number | undefined): void;
  clearSessionCookie(): void;
  /** Cookie that marks the accounts this browser has logged in to. */
  deviceCookie: string | undefined;
  /** The check that a visitor passed in this browser, if it still counts. */
  verifiedVisitor: VerifiedVisitor | null;
  /** Keeps the secret of an age check in the browser until it comes back from the provider. */
  setAgeCheckCookie(value: string): void;
  setDeviceCookie(value: string): void;
  /** Of a download: saved as this file, instead of the contract's name. Letters, digits, points and hyphens. */
  saveAs(name: string): void;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type CallFor<E extends Endpoint> = Call<E['who'] extends 'public' ? Viewer : AccountViewer>;

/** The validated input of an endpoint. */
export interface InputOf<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  files: E['files'] extends object ? { [K in keyof E['files']]: ReceivedFile[] } : undefined;
}

export type Handler<E extends Endpoint> = (call: CallFor<E>, input: InputOf<E>) => Promise<ResultOf<E>> | ResultOf<E>;

/** One handler for each endpoint of a module: a missing or surplus one does not compile. */
export type Handlers<T extends Readonly<Record<EndpointKey, Endpoint>>> = { [K in keyof T]: Handler<Extract<T[K], Endpoint>> };
