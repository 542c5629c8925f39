-- Pictures of private messages.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in (
  'avatar', 'cover', 'document', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'branding', 'promo',
  'productFile', 'productImage', 'gift', 'comment', 'media', 'photo', 'message'));
