-- Tables named by the words of the glossary: the site's pages, and the lines of an order.
alter table posts rename to pages;
alter table order_details rename to order_lines;

-- Their constraints and indexes likewise.
do $$
declare
  v_table text;
  v_old text;
  v_name text;
begin
  foreach v_table in array array['pages', 'order_lines'] loop
    v_old := case v_table when 'pages' then 'posts' else 'order_details' end;
    for v_name in select conname from pg_constraint where conrelid = v_table::regclass and starts_with(conname, v_old || '_') loop
      execute format('alter table %I rename constraint %I to %I', v_table, v_name, v_table || substr(v_name, length(v_old) + 1));
    end loop;
    for v_name in select indexrelid::regclass::text from pg_index where indrelid = v_table::regclass
      and starts_with(indexrelid::regclass::text, v_old || '_') loop
      execute format('alter index %I rename to %I', v_name, v_table || substr(v_name, length(v_old) + 1));
    end loop;
  end loop;
end $$;
