/** An Ant Media Server that the owner entered. */
export interface MediaServer {
  id: string;
  /** Its address without a path, such as `https://media.example.com:5443`. */
  address: string;
  /** Signs calls of its REST API (`jwtSecretKey`). */
  restKey: string;
  /** Signs tokens of streams (`jwtStreamSecretKey`); empty where it takes one-time tokens. */
  streamKey: string;
  /** The tokens it asks publishers and viewers for: signed ones, or its own that are used once. */
  tokens: 'jwt' | 'once';
}

/** Media servers of the tables. */
export interface MediaServers {
  /** The server for shows that begin; null where none was entered. */
  current(): MediaServer | null;
  /** The server that a show began with; undefined for ids that no server has. */
  byId(id: string): MediaServer | undefined;
}
