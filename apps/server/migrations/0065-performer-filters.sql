-- What performers are filtered by that few have: counting them read all performers until a thousand were found.
create index performers_languages on performers using gin (languages) where state = 'approved';
create index performers_attributes on performers using gin (attributes jsonb_path_ops) where state = 'approved';
