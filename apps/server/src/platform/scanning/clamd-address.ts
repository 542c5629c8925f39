import { z } from 'zod';

/** How clamd is reached: by TCP, or by a socket of this machine. */
export type ClamdAddress = { host: string; port: number } | { path: string };

const CLAMD_URL = /^(?:tcp:\/\/(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})|unix:(?:\/\/)?(\/.+))$/;

/** The variable CLAMD_URL. */
export const clamdUrl = z
  .string()
  .regex(CLAMD_URL, 'write tcp://host:3310, or unix:///run/clamav/clamd.ctl')
  .transform((url): ClamdAddress => {
    const [, ipv6, host, port, path] = CLAMD_URL.exec(url) ?? [];
    return path === undefined ? { host: ipv6 ?? host ?? '', port: Number(port) } : { path };
  });
