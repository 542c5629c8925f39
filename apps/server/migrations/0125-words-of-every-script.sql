-- Words that mean the same, and words that searches know (decision 119).

-- The owner's list: what is written in one group is found by each of its words.
create table synonym_groups (
  position integer primary key check (position >= 0),
  words text[] not null check (cardinality(words) between 2 and 20)
);
grant delete, insert, select on synonym_groups to stagedoor_app;
insert into synonym_groups (position, words) values
  (0, '{ceramics,pottery,potter,ceramist,cerámica,alfarería,alfarero,alfarera,ceramista}'),
  (1, '{painting,painter,pintura,pintor,pintora}'),
  (2, '{drawing,illustration,illustrator,dibujo,ilustración,ilustrador,ilustradora}'),
  (3, '{photography,photographer,fotografía,fotógrafo,fotógrafa}'),
  (4, '{music,musician,música,músico}'),
  (5, '{singing,singer,vocalist,canto,cantante}'),
  (6, '{cello,cellist,violonchelo,chelo,chelista}'),
  (7, '{piano,pianist,pianista}'),
  (8, '{dance,dancer,danza,baile,bailarina,bailarín}'),
  (9, '{cooking,cook,chef,cocina,cocinero,cocinera}'),
  (10, '{baking,baker,bread,panadería,panadero,panadera}'),
  (11, '{flowers,florist,flores,florista}'),
  (12, '{glassblowing,glassblower,"vidrio soplado",soplador}'),
  (13, '{sewing,tailor,dressmaker,costura,sastre,modista}'),
  (14, '{circus,acrobatics,acrobat,aerialist,circo,acrobacia,acróbata}'),
  (15, '{climbing,climber,escalada,escalador,escaladora}'),
  (16, '{handmade,handicraft,crafts,artesanía,artesano,artesana}');

-- When a text with the word was written last: the count of the night leaves alone what came after it began.
alter table known_words add column seen_at timestamptz not null default now();
