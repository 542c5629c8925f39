import { texts } from './text.ts';

/** What each setting is, in a title and one sentence. */
export const settingTexts = texts({
  'settingGroup.general': { en: 'General', es: 'General' },
  'settingGroup.branding': { en: 'Branding', es: 'Imagen' },
  'settingGroup.mail': { en: 'Email', es: 'Correo' },
  'settingGroup.scripts': { en: 'Scripts', es: 'Scripts' },
  'settingGroup.access': { en: 'Access', es: 'Acceso' },
  'settingGroup.commissions': { en: 'Commissions', es: 'Comisiones' },
  'settingGroup.money': { en: 'Money', es: 'Dinero' },
  'settingGroup.live': { en: 'Live', es: 'En directo' },
  'settingGroup.people': { en: 'People', es: 'Personas' },
  'setting.siteName.title': { en: 'Site name', es: 'Nombre del sitio' },
  'setting.siteName.text': {
    en: 'Shown in the header, page titles and emails.',
    es: 'Aparece en la cabecera, en los títulos y en los correos.',
  },
  'setting.timeZone.title': { en: 'Time zone', es: 'Zona horaria' },
  'setting.timeZone.text': {
    en: 'Subscription periods end by this clock, and emails use its dates. Spending limits, statements and exports use UTC.',
    es: 'Los periodos de suscripción terminan según este reloj y los correos usan sus fechas. Los límites de gasto, los extractos y las exportaciones usan UTC.',
  },
  'setting.adminEmail.title': { en: 'Owner’s email', es: 'Correo del responsable' },
  'setting.adminEmail.text': {
    en: 'Messages from the contact form are sent here. Visitors never see it.',
    es: 'Aquí llegan los mensajes del formulario de contacto. Quien visita el sitio nunca lo ve.',
  },
  'setting.senderEmail.title': { en: 'Sender of emails', es: 'Remitente de los correos' },
  'setting.senderEmail.text': {
    en: 'Every email from the site is sent from this address.',
    es: 'Todos los correos del sitio salen de esta dirección.',
  },
  'setting.metaKeywords.title': { en: 'Keywords', es: 'Palabras clave' },
  'setting.metaKeywords.text': {
    en: 'For search engines, separated by commas.',
    es: 'Para los buscadores, separadas por comas.',
  },
  'setting.metaDescription.title': { en: 'Description', es: 'Descripción' },
  'setting.metaDescription.text': {
    en: 'One or two sentences for search engines and shared links, used on pages without their own.',
    es: 'Una o dos frases para buscadores y enlaces compartidos cuando una página no tiene la suya.',
  },
  'setting.custodianStatement.title': { en: 'Custodian of records', es: 'Custodio de los registros' },
  'setting.custodianStatement.text': {
    en: 'Who keeps the records of performers’ ages, and where. Shown in the footer if filled in.',
    es: 'Quién guarda los registros de edad de los artistas y dónde. Se muestra al pie si se rellena.',
  },
  'setting.ledgerPageEnabled.title': { en: 'Public ledger page', es: 'Página pública del libro mayor' },
  'setting.ledgerPageEnabled.text': {
    en: 'A public page with the result of the last check and the hash of the chain, linked in the footer. It shows no amounts and no names.',
    es: 'Una página pública con el resultado de la última comprobación y el hash de la cadena, enlazada al pie. No muestra importes ni nombres.',
  },
  'setting.logoUrl.title': { en: 'Logo', es: 'Logotipo' },
  'setting.logoUrl.text': {
    en: 'For light backgrounds and emails. Without one, the site’s name is shown.',
    es: 'Para fondos claros y correos. Sin él se muestra el nombre del sitio.',
  },
  'setting.whiteLogoUrl.title': { en: 'Logo on dark backgrounds', es: 'Logotipo sobre fondo oscuro' },
  'setting.whiteLogoUrl.text': {
    en: 'For dark backgrounds and pictures. Without one, the other logo is used.',
    es: 'Para fondos oscuros e imágenes. Sin él se usa el otro logotipo.',
  },
  'setting.favicon.title': { en: 'Browser tab icon', es: 'Icono de la pestaña' },
  'setting.favicon.text': { en: 'A square picture.', es: 'Una imagen cuadrada.' },
  'setting.pageLoadingIconUrl.title': { en: 'Loading icon', es: 'Icono de carga' },
  'setting.pageLoadingIconUrl.text': {
    en: 'Shown for up to a second when the site opens.',
    es: 'Se muestra hasta un segundo al abrir el sitio.',
  },
  'setting.securityContact.title': { en: 'Security contact', es: 'Contacto de seguridad' },
  'setting.securityContact.text': {
    en: 'Where to report a vulnerability: a mailto: or https: address. If empty, the owner’s email is used.',
    es: 'Dónde avisar de una vulnerabilidad: una dirección mailto: o https:. Si está vacío, se usa el correo del responsable.',
  },
  'setting.adminTwoFactorRequired.title': { en: 'Two-step verification for admins', es: 'Verificación en dos pasos para admins' },
  'setting.adminTwoFactorRequired.text': {
    en: 'Until they set it up, admins can open only their own account.',
    es: 'Hasta que la activen, los admins solo pueden abrir su propia cuenta.',
  },
  'setting.adminPasskeyRequired.title': { en: 'Passkeys for admins', es: 'Claves de acceso para admins' },
  'setting.adminPasskeyRequired.text': {
    en: 'Admins must have a passkey; a code from an app isn’t enough. Until they add one, they can open only their own account.',
    es: 'Los admins deben tener una clave de acceso; un código de una aplicación no basta. Hasta que la añadan, solo pueden abrir su propia cuenta.',
  },
  'setting.adminIdleMinutes.title': { en: 'Log idle admins out', es: 'Cerrar la sesión de admins inactivos' },
  'setting.adminIdleMinutes.text': {
    en: 'Minutes without activity after which an admin must log in again. 0 never logs them out.',
    es: 'Minutos sin actividad tras los que un admin debe iniciar sesión de nuevo. Con 0 no se cierra nunca.',
  },
  'setting.ownersByTwo.title': { en: 'New owners need two owners', es: 'Los nuevos responsables requieren dos responsables' },
  'setting.ownersByTwo.text': {
    en: 'When an owner makes somebody an owner, another owner must confirm it within seven days.',
    es: 'Cuando un responsable nombra a otro, un segundo responsable debe confirmarlo en siete días.',
  },
  'setting.payoutsByTwo.title': { en: 'Payouts need two admins', es: 'Los pagos a artistas requieren dos admins' },
  'setting.payoutsByTwo.text': {
    en: 'The admin who approved a payout can’t mark it as paid; another admin must.',
    es: 'Quien aprueba un pago no puede marcarlo como pagado; debe hacerlo otro admin.',
  },
  'setting.reviewBeforePublishing.title': { en: 'Review before publishing', es: 'Revisión antes de publicar' },
  'setting.reviewBeforePublishing.text': {
    en: 'An admin must approve what performers publish before it’s shown, under Content. If you switch this off, items already in review still need a decision.',
    es: 'Un admin debe aprobar en Contenido lo que publican los artistas antes de que se muestre. Si la desactivas, lo que ya está en revisión sigue pendiente de decisión.',
  },
  'setting.reviewFirstItems.title': { en: 'Items to review per performer', es: 'Contenidos que revisar por artista' },
  'setting.reviewFirstItems.text': {
    en: 'After this many published items, a performer’s next ones are shown without review. 0 reviews every item.',
    es: 'Tras este número de contenidos publicados, los siguientes de un artista se muestran sin revisión. Con 0 se revisan todos.',
  },
  'setting.storageQuotaGb.title': { en: 'Storage per performer, in GB', es: 'Espacio por artista, en GB' },
  'setting.storageQuotaGb.text': {
    en: 'How much their photos, videos and recordings may take up. 0 means no limit.',
    es: 'Lo que pueden ocupar sus fotos, vídeos y grabaciones. 0 significa sin límite.',
  },
  'setting.fanStorageQuotaMb.title': { en: 'Storage per fan, in MB', es: 'Espacio por fan, en MB' },
  'setting.fanStorageQuotaMb.text': {
    en: 'How much the files in their messages and comments may take up, with their avatar. 0 means no limit.',
    es: 'Lo que pueden ocupar los archivos de sus mensajes y comentarios, junto con su avatar. 0 significa sin límite.',
  },
  'setting.deletionWaitDays.title': { en: 'Days before an account is erased', es: 'Días antes de borrar una cuenta' },
  'setting.deletionWaitDays.text': {
    en: 'How long its owner can still cancel the deletion.',
    es: 'Plazo en el que todavía se puede cancelar la eliminación.',
  },
  'setting.brandColor.title': { en: 'Accent colour', es: 'Color de acento' },
  'setting.brandColor.text': {
    en: 'One colour. The shades for both themes are derived from it so that text stays readable.',
    es: 'Un solo color. De él salen los tonos de ambos temas para que el texto siempre se lea bien.',
  },
  'setting.watermarkEnabled.title': { en: 'Watermark', es: 'Marca de agua' },
  'setting.watermarkEnabled.text': {
    en: 'Photos and videos published from now on show the site’s and the performer’s name in a corner, and the viewer’s name while they’re being viewed. Originals don’t change.',
    es: 'Las fotos y los vídeos que se publiquen desde ahora muestran en una esquina el nombre del sitio y el del artista, y el de quien los mira mientras los ve. Los originales no cambian.',
  },
  'setting.footerContent.title': { en: 'Footer', es: 'Pie de página' },
  'setting.footerContent.text': {
    en: 'Your own text above the footer’s links.',
    es: 'Un texto propio encima de los enlaces del pie.',
  },
  'setting.menus.title': { en: 'Menus', es: 'Menús' },
  'setting.menus.text': { en: 'Links in the public header and footer.', es: 'Enlaces de la cabecera pública y del pie.' },
  'setting.headerScript.title': { en: 'Script in the head', es: 'Script en la cabecera' },
  'setting.headerScript.text': {
    en: 'HTML at the end of the head, never run for admins. It waits for consent while the cookie banner is on; otherwise it runs at once.',
    es: 'HTML al final de la cabecera; nunca se ejecuta para admins. Con el aviso de cookies activado espera al consentimiento; si no, se ejecuta enseguida.',
  },
  'setting.afterBodyScript.title': { en: 'Script at the end of the page', es: 'Script al final de la página' },
  'setting.afterBodyScript.text': {
    en: 'HTML at the end of the page, never run for admins. It waits for consent while the cookie banner is on; otherwise it runs at once.',
    es: 'HTML al final de la página; nunca se ejecuta para admins. Con el aviso de cookies activado espera al consentimiento; si no, se ejecuta enseguida.',
  },
  'setting.gaCode.title': { en: 'Analytics code', es: 'Código de analítica' },
  'setting.gaCode.text': {
    en: 'The Google Analytics measurement ID, such as G-XXXXXXX. It waits for consent while the cookie banner is on; otherwise it loads at once.',
    es: 'El identificador de medición de Google Analytics, como G-XXXXXXX. Con el aviso de cookies activado espera al consentimiento; si no, se carga enseguida.',
  },
  'setting.maintenanceMode.title': { en: 'Maintenance mode', es: 'Modo de mantenimiento' },
  'setting.maintenanceMode.text': {
    en: 'Only admins can open the site. Payments in progress still complete, and running shows may be given time to end.',
    es: 'Solo los admins pueden abrir el sitio. Los pagos en curso se completan, y los directos en curso pueden tener tiempo para terminar.',
  },
  'setting.maintenanceShowMinutes.title': { en: 'Time for running shows', es: 'Tiempo para los directos en curso' },
  'setting.maintenanceShowMinutes.text': {
    en: 'Minutes for which running shows may continue when maintenance mode is switched on.',
    es: 'Minutos que los directos en curso pueden seguir cuando se activa el modo de mantenimiento.',
  },
  'setting.blockedCountries.title': { en: 'Blocked countries', es: 'Países bloqueados' },
  'setting.blockedCountries.text': {
    en: 'Visitors from these countries see a page that says the site isn’t available there.',
    es: 'Quien llega desde estos países ve una página que indica que el sitio no está disponible allí.',
  },
  'setting.ageGateEnabled.title': { en: 'Age check', es: 'Control de edad' },
  'setting.ageGateEnabled.text': {
    en: 'Visitors confirm that they’re adults before they see anything.',
    es: 'Quien visita el sitio confirma su mayoría de edad antes de ver nada.',
  },
  'setting.ageGateCountries.title': { en: 'Countries with an age check', es: 'Países con control de edad' },
  'setting.ageGateCountries.text': { en: 'Leave empty for all countries.', es: 'Déjalo vacío para todos los países.' },
  'setting.performersFindAllFans.title': { en: 'Performers can find every fan', es: 'Los artistas pueden encontrar a cualquier fan' },
  'setting.performersFindAllFans.text': {
    en: 'If off, they find only fans who follow them, have subscribed or have bought something. They can always block anyone by username.',
    es: 'Si está desactivado, solo encuentran a los fans que les siguen, se han suscrito o han comprado algo. Siempre pueden bloquear por nombre de usuario.',
  },
  'setting.cookiePolicyEnabled.title': { en: 'Cookie banner', es: 'Aviso de cookies' },
  'setting.cookiePolicyEnabled.text': {
    en: 'Asks before anything that needs consent is loaded.',
    es: 'Pregunta antes de cargar lo que requiere consentimiento.',
  },
  'setting.cookiePolicyContentId.title': { en: 'Cookie policy page', es: 'Página de la política de cookies' },
  'setting.cookiePolicyContentId.text': { en: 'The banner shows this page’s text.', es: 'El aviso muestra el texto de esta página.' },
  'setting.monthlySubscriptionCommission.title': { en: 'Monthly subscriptions', es: 'Suscripciones mensuales' },
  'setting.monthlySubscriptionCommission.text': {
    en: 'The site’s share of each monthly subscription, in percent.',
    es: 'La parte del sitio en cada suscripción mensual, en porcentaje.',
  },
  'setting.yearlySubscriptionCommission.title': { en: 'Yearly subscriptions', es: 'Suscripciones anuales' },
  'setting.yearlySubscriptionCommission.text': {
    en: 'The site’s share of each yearly subscription, in percent.',
    es: 'La parte del sitio en cada suscripción anual, en porcentaje.',
  },
  'setting.videoSaleCommission.title': { en: 'Videos', es: 'Vídeos' },
  'setting.videoSaleCommission.text': {
    en: 'The site’s share of each video sold, in percent.',
    es: 'La parte del sitio en cada vídeo vendido, en porcentaje.',
  },
  'setting.productSaleCommission.title': { en: 'Products', es: 'Productos' },
  'setting.productSaleCommission.text': {
    en: 'The site’s share of each product sold, in percent.',
    es: 'La parte del sitio en cada producto vendido, en porcentaje.',
  },
  'setting.feedSaleCommission.title': { en: 'Posts and messages', es: 'Publicaciones y mensajes' },
  'setting.feedSaleCommission.text': {
    en: 'The site’s share of each post or message unlocked, in percent.',
    es: 'La parte del sitio en cada publicación o mensaje desbloqueado, en porcentaje.',
  },
  'setting.gallerySaleCommission.title': { en: 'Galleries and photos', es: 'Galerías y fotos' },
  'setting.gallerySaleCommission.text': {
    en: 'The site’s share of each gallery or photo sold, in percent.',
    es: 'La parte del sitio en cada galería o foto vendida, en porcentaje.',
  },
  'setting.giftingSaleCommission.title': { en: 'Gifts', es: 'Regalos' },
  'setting.giftingSaleCommission.text': {
    en: 'The site’s share of each gift, in percent.',
    es: 'La parte del sitio en cada regalo, en porcentaje.',
  },
  'setting.emojiSaleCommission.title': { en: 'Emoji', es: 'Emojis' },
  'setting.emojiSaleCommission.text': {
    en: 'The site’s share of each paid emoji, in percent.',
    es: 'La parte del sitio en cada emoji de pago, en porcentaje.',
  },
  'setting.tokenTipCommission.title': { en: 'Tips', es: 'Propinas' },
  'setting.tokenTipCommission.text': {
    en: 'The site’s share of each tip, in percent.',
    es: 'La parte del sitio en cada propina, en porcentaje.',
  },
  'setting.groupChatDefaultCommission.title': { en: 'Group shows', es: 'Directos en grupo' },
  'setting.groupChatDefaultCommission.text': {
    en: 'The site’s share of each paid minute of a group show, in percent.',
    es: 'La parte del sitio en cada minuto de pago de un directo en grupo, en porcentaje.',
  },
  'setting.privateChatDefaultCommission.title': { en: 'Private shows', es: 'Directos privados' },
  'setting.privateChatDefaultCommission.text': {
    en: 'The site’s share of each paid minute of a private show, in percent.',
    es: 'La parte del sitio en cada minuto de pago de un directo privado, en porcentaje.',
  },
  'setting.groupChatDefaultPrice.title': { en: 'Group show price', es: 'Precio de los directos en grupo' },
  'setting.groupChatDefaultPrice.text': {
    en: 'Tokens per minute, unless the performer sets another price.',
    es: 'Tokens por minuto, salvo que el artista fije otro precio.',
  },
  'setting.privateC2CDefaultPrice.title': { en: 'Private show price', es: 'Precio de los directos privados' },
  'setting.privateC2CDefaultPrice.text': {
    en: 'Tokens per minute, unless the performer sets another price.',
    es: 'Tokens por minuto, salvo que el artista fije otro precio.',
  },
  'setting.viewerURL.title': { en: 'Media server for viewers', es: 'Servidor de medios para espectadores' },
  'setting.viewerURL.text': {
    en: 'Where public shows are played. Leave empty to use this server. Running shows keep their address.',
    es: 'Donde se reproducen los directos públicos. Déjalo vacío para usar este servidor. Los directos en curso conservan su dirección.',
  },
  'setting.publisherURL.title': { en: 'Media server for performers', es: 'Servidor de medios para artistas' },
  'setting.publisherURL.text': {
    en: 'Where shows are published to. Leave empty to use this server. Running shows keep their address.',
    es: 'Adonde se envían los directos. Déjalo vacío para usar este servidor. Los directos en curso conservan su dirección.',
  },
  'setting.subscriberUrl.title': { en: 'Media server for paid shows', es: 'Servidor de medios para directos de pago' },
  'setting.subscriberUrl.text': {
    en: 'Where private and group shows are played. Leave empty to use this server. Running shows keep their address.',
    es: 'Donde se reproducen los directos privados y de grupo. Déjalo vacío para usar este servidor. Los directos en curso conservan su dirección.',
  },
  'setting.AntMediaAppname.title': { en: 'Application name', es: 'Nombre de la aplicación' },
  'setting.AntMediaAppname.text': {
    en: 'The name of the application on the media server.',
    es: 'El nombre de la aplicación en el servidor de medios.',
  },
  'setting.optionForBroadcast.title': { en: 'Public show format', es: 'Formato de los directos públicos' },
  'setting.optionForBroadcast.text': {
    en: 'How public shows are played when WebRTC isn’t possible.',
    es: 'Cómo se reproducen los directos públicos cuando WebRTC no es posible.',
  },
  'setting.optionForPrivate.title': { en: 'Private show format', es: 'Formato de los directos privados' },
  'setting.optionForPrivate.text': {
    en: 'How private shows are played when WebRTC isn’t possible.',
    es: 'Cómo se reproducen los directos privados cuando WebRTC no es posible.',
  },
  'setting.optionForGroup.title': { en: 'Group show format', es: 'Formato de los directos en grupo' },
  'setting.optionForGroup.text': {
    en: 'How group shows are played when WebRTC isn’t possible.',
    es: 'Cómo se reproducen los directos en grupo cuando WebRTC no es posible.',
  },
  'setting.engineForBroadcast.title': { en: 'Public shows run on', es: 'Los directos públicos van por' },
  'setting.engineForBroadcast.text': {
    en: 'This site, or your Ant Media Server. Running shows stay where they began.',
    es: 'Este sitio o tu Ant Media Server. Los directos en curso siguen donde empezaron.',
  },
  'setting.engineForPrivate.title': { en: 'Private shows run on', es: 'Los directos privados van por' },
  'setting.engineForPrivate.text': {
    en: 'This site, or your Ant Media Server. Running shows stay where they began.',
    es: 'Este sitio o tu Ant Media Server. Los directos en curso siguen donde empezaron.',
  },
  'setting.engineForGroup.title': { en: 'Group shows run on', es: 'Los directos en grupo van por' },
  'setting.engineForGroup.text': {
    en: 'This site, or your Ant Media Server. Running shows stay where they began.',
    es: 'Este sitio o tu Ant Media Server. Los directos en curso siguen donde empezaron.',
  },
  'setting.secureOption.title': { en: 'Stream tokens', es: 'Tokens de emisión' },
  'setting.secureOption.text': {
    en: 'Stream addresses carry a token, and playing requires it.',
    es: 'Las direcciones de las emisiones llevan un token, sin el que no se reproducen.',
  },
  'setting.cardAttemptsPerHour.title': { en: 'Card payments begun per hour', es: 'Pagos con tarjeta iniciados por hora' },
  'setting.cardAttemptsPerHour.text': {
    en: 'An account that begins more can’t pay by card for an hour.',
    es: 'La cuenta que inicie más no podrá pagar con tarjeta durante una hora.',
  },
  'setting.cardDeclinesPerDay.title': { en: 'Declined cards per day', es: 'Tarjetas rechazadas al día' },
  'setting.cardDeclinesPerDay.text': {
    en: 'An account, or anyone using the same card, with more can’t pay by card for a day.',
    es: 'La cuenta con más, o quien use la misma tarjeta, no podrá pagar con tarjeta durante un día.',
  },
  'setting.cardDeclinesPerNetwork.title': { en: 'Declined cards per network and day', es: 'Tarjetas rechazadas por red y día' },
  'setting.cardDeclinesPerNetwork.text': {
    en: 'From there, accounts that have never paid by card can’t do so for a day.',
    es: 'Desde esa red, las cuentas que nunca han pagado con tarjeta no podrán hacerlo durante un día.',
  },
  'setting.cardDeclinesPerSite.title': {
    en: 'Declined cards on the site in ten minutes',
    es: 'Tarjetas rechazadas en el sitio en diez minutos',
  },
  'setting.cardDeclinesPerSite.text': {
    en: 'If most cards fail, accounts that have never paid by card wait half an hour.',
    es: 'Si falla la mayoría, las cuentas que nunca han pagado con tarjeta esperan media hora.',
  },
  'setting.smallTopUp.title': { en: 'Small top-up', es: 'Recarga pequeña' },
  'setting.smallTopUp.text': {
    en: 'Stolen cards are tried with the smallest amounts. Up to this many tokens counts as small.',
    es: 'Las tarjetas robadas se prueban con los importes más bajos. Hasta esta cantidad de tokens se considera pequeña.',
  },
  'setting.smallTopUpsPerDay.title': { en: 'Small top-ups per day', es: 'Recargas pequeñas al día' },
  'setting.smallTopUpsPerDay.text': {
    en: 'An account with more can’t make another small one for a day.',
    es: 'La cuenta que haga más no podrá hacer otra pequeña durante un día.',
  },
  'setting.ccbillEnabled.title': { en: 'CCBill', es: 'CCBill' },
  'setting.ccbillEnabled.text': {
    en: 'On while buyers can pay by CCBill. Switch it under Card companies.',
    es: 'Activado mientras se pueda pagar con CCBill. Se activa en Empresas de tarjetas.',
  },
  'setting.verotelEnabled.title': { en: 'Verotel', es: 'Verotel' },
  'setting.verotelEnabled.text': {
    en: 'On while buyers can pay by Verotel. Switch it under Card companies.',
    es: 'Activado mientras se pueda pagar con Verotel. Se activa en Empresas de tarjetas.',
  },
  'setting.currency.title': { en: 'Currency', es: 'Moneda' },
  'setting.currency.text': {
    en: 'Three letters, such as USD or EUR. Locked after the first payment.',
    es: 'Tres letras, como USD o EUR. Se bloquea tras el primer pago.',
  },
  'setting.tokenValue.title': { en: 'Token value', es: 'Valor de un token' },
  'setting.tokenValue.text': {
    en: 'What one token is worth in the site’s currency. Locked after the first payment.',
    es: 'Lo que vale un token en la moneda del sitio. Se bloquea tras el primer pago.',
  },
  'setting.topUpMinimum.title': { en: 'Minimum top-up', es: 'Recarga mínima' },
  'setting.topUpMinimum.text': { en: 'In tokens.', es: 'En tokens.' },
  'setting.topUpMaximum.title': { en: 'Maximum top-up', es: 'Recarga máxima' },
  'setting.topUpMaximum.text': { en: 'In tokens.', es: 'En tokens.' },
  'setting.tipMinimum.title': { en: 'Minimum tip', es: 'Propina mínima' },
  'setting.tipMinimum.text': { en: 'In tokens.', es: 'En tokens.' },
  'setting.tipMaximum.title': { en: 'Maximum tip', es: 'Propina máxima' },
  'setting.tipMaximum.text': { en: 'In tokens.', es: 'En tokens.' },
  'setting.priceMaximum.title': { en: 'Maximum price', es: 'Precio máximo' },
  'setting.priceMaximum.text': {
    en: 'The most a performer can charge for one item, in tokens.',
    es: 'Lo máximo que un artista puede pedir por un artículo, en tokens.',
  },
  'setting.earningsHoldDays.title': { en: 'Days until earnings clear', es: 'Días hasta liberar los ingresos' },
  'setting.earningsHoldDays.text': {
    en: 'How long earnings are held before they can be paid out.',
    es: 'Cuánto se retienen los ingresos antes de poder pagarlos.',
  },
  'setting.payoutMinimum.title': { en: 'Minimum payout', es: 'Pago mínimo' },
  'setting.payoutMinimum.text': { en: 'In the site’s currency.', es: 'En la moneda del sitio.' },
  'setting.payoutHoldDays.title': {
    en: 'Days that new payout details hold payouts',
    es: 'Días que los datos de cobro nuevos retienen los pagos',
  },
  'setting.payoutHoldDays.text': {
    en: 'Payouts to details that were added or changed can’t be approved or paid for so long. Enter 0 for no hold.',
    es: 'Los pagos a datos añadidos o cambiados no se pueden aprobar ni pagar durante ese tiempo. Escribe 0 para no retener.',
  },
  'setting.payoutFee.title': { en: 'Payout fee', es: 'Comisión por pago' },
  'setting.payoutFee.text': {
    en: 'Deducted from each payout, in the site’s currency.',
    es: 'Se descuenta de cada pago, en la moneda del sitio.',
  },
});
