import { type Exchange, respond } from './http.ts';
import type { Session } from './sessions.ts';

/** The fragment of a user name that an offer's ICE candidates are for. */
export const ufragOf = (offer: string): string | undefined => /^a=ice-ufrag:(\S+)/m.exec(offer)?.[1];

/** Answers an offer with the session that was opened for it. @param path the session's address without its id */
export const respondCreated = (exchange: Exchange, path: string, session: Session, sdp: string, links: string[]): void =>
  respond(
    exchange,
    201,
    {
      'content-type': 'application/sdp',
      location: `${path}/${session.id}`,
      etag: session.etag,
      ...(links.length > 0 ? { link: links } : {}),
    },
    sdp,
  );
