-- Mail addresses have one normal form (packages/contract/src/email-address.ts, decision 102): NFKC, lower case, the domain as A-labels. Rows
-- of versions that took addresses as they came are brought to it. Calls accept nothing else from now on.
--
-- Two accounts may have one address in two spellings. The verified one keeps it, then the older one. The other account keeps its spelling, so
-- nothing is lost: mail still reaches it, and its owner logs in by username. An entry of the audit log tells admins.

-- A label in Punycode (RFC 3492), without its prefix.
create function pg_temp.punycode(label text) returns text language plpgsql immutable as $$
declare
  points integer[];
  output text := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
  basic integer := length(output);
  handled integer := basic;
  next_point integer := 128;
  delta bigint := 0;
  bias integer := 72;
  least integer;
  digit bigint;
  threshold integer;
  step integer;
  point integer;
begin
  select array_agg(ascii(letter) order by position) into points
  from regexp_split_to_table(label, '') with ordinality as letters (letter, position);
  if basic > 0 then output := output || '-'; end if;
  while handled < cardinality(points) loop
    select min(one) into least from unnest(points) one where one >= next_point;
    delta := delta + (least - next_point)::bigint * (handled + 1);
    next_point := least;
    foreach point in array points loop
      if point < next_point then delta := delta + 1; end if;
      continue when point <> next_point;
      digit := delta;
      step := 36;
      loop
        threshold := greatest(1, least(26, step - bias));
        exit when digit < threshold;
        output := output || substr('abcdefghijklmnopqrstuvwxyz0123456789', (threshold + (digit - threshold) % (36 - threshold))::integer + 1, 1);
        digit := (digit - threshold) / (36 - threshold);
        step := step + 36;
      end loop;
      output := output || substr('abcdefghijklmnopqrstuvwxyz0123456789', digit::integer + 1, 1);
      delta := case when handled = basic then delta / 700 else delta / 2 end;
      delta := delta + delta / (handled + 1);
      step := 0;
      while delta > 455 loop
        delta := delta / 35;
        step := step + 36;
      end loop;
      bias := step + (36 * delta / (delta + 38))::integer;
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    next_point := next_point + 1;
  end loop;
  return output;
end $$;

-- Leaves anything but an address as it is.
create function pg_temp.normal_email(address text) returns text language plpgsql immutable as $$
declare
  folded text := normalize(lower(normalize(btrim(address, E' \t\r\n'), NFKC) collate "pg_c_utf8"), NFKC);
  domain text := split_part(folded, '@', 2);
begin
  if folded !~ '^[^@\s]+@[^@\s]+$' then return address; end if;
  return split_part(folded, '@', 1) || '@' || (
    select string_agg(case when label ~ '[^\x01-\x7f]' then 'xn--' || pg_temp.punycode(label) else label end, '.' order by position)
    from regexp_split_to_table(replace(domain, U&'\3002', '.'), '\.') with ordinality as labels (label, position));
end $$;

-- Few rows can differ from the form: those with more than small ASCII letters and signs.
create temporary table normal_emails on commit drop as
  with odd as materialized (
    select id, pg_temp.normal_email(email) as normal from accounts
    where status <> 'deleted' and email collate "C" !~ '^[\x21-\x40\x5b-\x7e]+$'),
  alike as (
    select id, normal from odd
    union select a.id, a.email from accounts a join odd on a.email = odd.normal)
  select a.id, a.email, alike.normal,
    row_number() over spellings as place,
    first_value(a.id) over spellings as kept_by
  from alike join accounts a on a.id = alike.id
  window spellings as (partition by alike.normal order by a.email_verified_at is null, a.created_at, a.id);

insert into audit_log (actor_id, action, object_kind, object_id, detail)
select null, 'accounts.addressShared', 'account', id, jsonb_build_object('keptBy', kept_by) from normal_emails where place > 1;

-- The first of several has the form, unless another one of them has it already: then that one gives it up, which leaves no spelling for it but
-- the first one's.
update accounts a set email = a.id || '@moved.invalid' from normal_emails n where n.id = a.id and n.place > 1 and n.email = n.normal;
update accounts a set email = n.normal from normal_emails n where n.id = a.id and n.place = 1 and n.email <> n.normal;
update accounts a set email = first.email from normal_emails n join normal_emails first on first.id = n.kept_by
  where n.id = a.id and n.place > 1 and n.email = n.normal;

update account_tokens t set email = a.email from normal_emails n join accounts a on a.id = n.id
  where t.account_id = n.id and t.email = n.email and t.email <> a.email;
update account_tokens set email = pg_temp.normal_email(email)
  where purpose in ('changeEmail', 'undoEmailChange') and email <> pg_temp.normal_email(email);
update registration_attempts set email = pg_temp.normal_email(email) where email <> pg_temp.normal_email(email);
update takedown_notices set email = pg_temp.normal_email(email) where email <> pg_temp.normal_email(email);
