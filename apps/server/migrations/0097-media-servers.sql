-- Shows on an external media server.

-- Media servers that the owner entered: the newest is used for shows that begin, the others by shows that began with them. Keys are sealed.
create table media_servers (
  id uuid primary key default uuidv7(),
  address text not null,
  -- How the server asks publishers and viewers for tokens: signed ones, or ones of its own that are used once.
  tokens text not null check (tokens in ('jwt', 'once')),
  secrets bytea not null,
  created_at timestamptz not null
);

-- The engine whose shows the node carries.
alter table live_nodes add column engine text not null default 'builtIn' check (engine in ('builtIn', 'antMedia'));

-- A token that an external media server accepts without asking is valid until then: its holder counts as connected.
alter table stream_rights add column media_until timestamptz;

-- The external media server has nothing of the show any longer.
alter table streams add column released_at timestamptz;
create index streams_on_server on streams ((addresses ->> 'server')) where addresses ->> 'server' is not null and released_at is null;
