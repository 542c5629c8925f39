import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findLiveProcess } from '@stagedoor/server/live/supervisor';
import { makePeople, openSession } from '../people.ts';
import { type Server, startOurs, startServer } from '../rounds.ts';
import type { PublishedAt } from '../servers/live-publisher.ts';
import type { Stage } from '../stage.ts';
import { makeFilm } from './film.ts';

/** A show that can be published. */
export interface BenchShow {
  id: string;
  /** Addresses at the site. */
  whip: string;
  whep: string;
  playlist: string;
  publishToken: string;
  /** The performer's own, which plays it before it is on air. */
  playToken: string;
}

/** The site with its live process, one performer, and a publisher in a process of its own. */
export interface ShowStage {
  url: string;
  publisher: Server;
  /** The process id and address of the live process. */
  live: { pid: number; url: string };
  begin(): Promise<BenchShow>;
  /** Publishes the film. */
  publish(show: BenchShow): Promise<PublishedAt>;
  /** Finds the address for an encoder of the open show: the server's port, and the performer's stream key. */
  encoder(): Promise<{ port: number; key: string }>;
  /** A visitor's play token of a show that is on air. */
  join(show: BenchShow): Promise<string>;
  end(show: BenchShow): Promise<void>;
  close(): Promise<void>;
}

/** @throws Error when there is no ffmpeg program */
export const openShowStage = async (stage: Stage): Promise<ShowStage> => {
  await makePeople(stage, 1, 1);
  const performer = await openSession(stage, 1);
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-bench-film-'));
  const publisher = await startServer('./servers/live-publisher.ts', { FILM: await makeFilm(folder) });
  const site = await startOurs(stage, {
    LOG_LEVEL: 'warn',
    ROLES: 'web,worker,live',
    LIVE_RTMP_PORT: '0',
  });
  const live = (await findLiveProcess(stage.dataDirectory))!;
  const call = async <T>(path: string, authorization?: string, body?: object): Promise<T> => {
    const response = await fetch(`${site.url}/api${path}`, {
      method: 'POST',
      headers: { ...(authorization ? { authorization } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
  const tokenOf = async (id: string, authorization?: string): Promise<string> =>
    (await call<{ token: { tokenId: string } }>(`/streaming/join/${id}`, authorization)).token.tokenId;
  // The addresses name the public url; the bench's server listens elsewhere.
  const here = (address: string): string => `${site.url}${new URL(address).pathname}`;
  let streamKey: string | undefined;
  return {
    url: site.url,
    publisher,
    live,
    async begin() {
      const { session, publishing } = await call<{
        session: { _id: string; playback: { url: string; whep: string } };
        publishing: { whip: string; token: string };
      }>('/streaming/live', performer, { title: 'Bach by request' });
      return {
        id: session._id,
        whip: here(publishing.whip),
        whep: here(session.playback.whep),
        playlist: here(session.playback.url),
        publishToken: publishing.token,
        playToken: await tokenOf(session._id, performer),
      };
    },
    publish: ({ whip, publishToken }) => publisher.ask<PublishedAt>({ publish: { url: whip, token: publishToken } }),
    async encoder() {
      const { rows } = await stage.sql.query<{ rtmp_port: number }>('select rtmp_port from live_nodes where rtmp_port is not null');
      streamKey ??= (await call<{ key: string }>('/performer/stream-key', performer)).key;
      return { port: rows[0]!.rtmp_port, key: streamKey };
    },
    async join({ id }) {
      for (let tries = 0; ; tries += 1) {
        try {
          return await tokenOf(id);
        } catch (error) {
          // The site learns a moment later that the show is on air.
          if (tries >= 50) throw error;
          await wait(100);
        }
      }
    },
    async end({ id }) {
      await publisher.ask({ stop: true });
      await call(`/streaming/end/${id}`, performer);
    },
    async close() {
      await publisher.stop();
      await site.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
