import type { ErrorCode } from '../errors.ts';
import { type Text, texts } from './text.ts';

/** The sentence of every error code. The English ones of specification section 8 stand to the letter. */
export const errorTexts = texts({
  'errors.VALIDATION_FAILED': { en: 'Please check what you entered.', es: 'Revisa lo que has escrito.' },
  'errors.BAD_REQUEST': { en: 'Bad request!', es: '¡Solicitud incorrecta!' },
  'errors.NOT_FOUND': { en: 'We couldn’t find that.', es: 'No lo hemos encontrado.' },
  'errors.UNAUTHENTICATED': { en: 'Please log in first.', es: 'Inicia sesión primero.' },
  'errors.FORBIDDEN': { en: 'Forbidden in the action!', es: '¡Acción no permitida!' },
  'errors.ORIGIN_REFUSED': {
    en: 'This request came from another site and was refused.',
    es: 'Esta solicitud venía de otro sitio y se ha rechazado.',
  },
  'errors.ACCOUNT_SUSPENDED': { en: 'This account is suspended.', es: 'Esta cuenta está suspendida.' },
  'errors.LITE_ACCOUNT': { en: 'Available once your account is approved.', es: 'Estará disponible cuando tu cuenta esté aprobada.' },
  'errors.TERMS_CHANGED': {
    en: 'The terms have changed. Read and agree to them first.',
    es: 'Las condiciones han cambiado. Léelas y acéptalas primero.',
  },
  'errors.EMAIL_NOT_VERIFIED': { en: 'Please confirm your email address first.', es: 'Confirma primero tu correo electrónico.' },
  'errors.COUNTRY_BLOCKED': { en: 'We are not available in your country!', es: '¡No estamos disponibles en tu país!' },
  'errors.AGE_NOT_CONFIRMED': { en: 'Please confirm your age first.', es: 'Confirma primero tu edad.' },
  'errors.AGE_NOT_VERIFIED': { en: 'Please verify your age first.', es: 'Verifica primero tu edad.' },
  'errors.AGE_PROVIDER_MISSING': {
    en: 'This site has no age check provider at the moment. Please contact the site.',
    es: 'Este sitio no tiene proveedor de control de edad en este momento. Contacta con el sitio.',
  },
  'errors.AGE_PROVIDER_AWAY': {
    en: 'The age check can’t be reached right now. Please try again in a moment.',
    es: 'El control de edad no está disponible ahora mismo. Inténtalo de nuevo en un momento.',
  },
  'errors.AGE_PROVIDER_FAILED': {
    en: 'The provider didn’t pass the test, so nothing was saved.',
    es: 'El proveedor no superó la prueba y no se ha guardado nada.',
  },
  'errors.AGE_PROVIDER_NEEDED': {
    en: 'A country still verifies ages by this provider. Change its rule first.',
    es: 'Un país todavía verifica la edad con este proveedor. Cambia antes su regla.',
  },
  'errors.READ_ONLY': {
    en: 'You’re viewing the site as someone else, so nothing can be changed.',
    es: 'Estás viendo el sitio como otra persona, así que no puedes cambiar nada.',
  },
  'errors.RESTORE_UNCONFIRMED': {
    en: 'This site was restored from a backup. An owner must confirm the restore before anything is changed, paid or sent.',
    es: 'Este sitio se restauró desde una copia de seguridad. Una persona propietaria debe confirmarlo antes de cambiar, pagar o enviar nada.',
  },
  'errors.RESTORE_STATE': {
    en: 'This restore was confirmed already. Reload the page.',
    es: 'Esta restauración ya se confirmó. Recarga la página.',
  },
  'errors.RESTORE_UNASKED': {
    en: 'The card companies haven’t been asked yet. Ask them first.',
    es: 'Aún no se ha preguntado a las empresas de pago. Pregúntales primero.',
  },
  'errors.RESTORE_UNANSWERED': {
    en: 'A card company didn’t tell everything. Ask again, or confirm that you’ve read what is missing.',
    es: 'Una empresa de pago no lo contó todo. Pregunta de nuevo o confirma que has leído lo que falta.',
  },
  'errors.RESTORE_ERASURES': {
    en: 'Deleted accounts came back with the backup and couldn’t be deleted again. Ask again to repeat it; the server’s log names the cause.',
    es: 'Con la copia volvieron cuentas eliminadas y no se pudieron eliminar de nuevo. Pregunta de nuevo para repetirlo; el registro indica la causa.',
  },
  'errors.MAINTENANCE': { en: 'The site is under maintenance.', es: 'El sitio está en mantenimiento.' },
  'errors.RATE_LIMITED': { en: 'Too many attempts. Please wait a moment.', es: 'Demasiados intentos. Espera un momento.' },
  'errors.PAYLOAD_TOO_LARGE': { en: 'That’s too large.', es: 'Es demasiado grande.' },
  'errors.UNSUPPORTED_MEDIA_TYPE': { en: 'This kind of content is not accepted here.', es: 'Aquí no se acepta este tipo de contenido.' },
  'errors.IDEMPOTENCY_KEY_REUSED': { en: 'This key was used for another request.', es: 'Esta clave ya se usó en otra solicitud.' },
  'errors.UPLOAD_INTERRUPTED': {
    en: 'The upload was interrupted. Please send it again.',
    es: 'La subida se interrumpió. Envíala de nuevo.',
  },
  'errors.INTERNAL': { en: 'An error occurred, please try again.', es: 'Se produjo un error, inténtalo de nuevo.' },
  'errors.UNAVAILABLE': { en: 'Something went wrong. Please try again later', es: 'Algo ha fallado. Inténtalo más tarde.' },
  'errors.STORAGE_FULL': {
    en: 'The site has no room for files right now. Please try again later.',
    es: 'El sitio no tiene espacio para archivos en este momento. Inténtalo más tarde.',
  },
  'errors.INCORRECT_CREDENTIALS': { en: 'Incorrect credentials!', es: '¡Credenciales incorrectas!' },
  'errors.USERNAME_TAKEN': { en: 'Username or email has been taken.', es: 'El nombre de usuario o el correo ya están en uso.' },
  'errors.PERFORMER_USERNAME_TAKEN': {
    en: 'This Username or email ID has been already taken.',
    es: 'Este nombre de usuario o correo ya está en uso.',
  },
  'errors.USERNAME_RESERVED': {
    en: 'This username can’t be used. Please choose another.',
    es: 'Este nombre de usuario no se puede usar. Elige otro.',
  },
  'errors.MESSAGES_NOT_ALLOWED': {
    en: 'You can’t send messages to this person.',
    es: 'No puedes enviar mensajes a esta persona.',
  },
  'errors.PINS_FULL': {
    en: 'You can pin up to 20 conversations. Unpin one first.',
    es: 'Puedes fijar hasta 20 conversaciones. Desfija una antes.',
  },
  'errors.MESSAGE_BOUGHT': {
    en: 'This message was bought and can’t be deleted.',
    es: 'Este mensaje se ha comprado y no se puede eliminar.',
  },
  'errors.UNDO_OVER': {
    en: 'This message can no longer be unsent. You can still delete it.',
    es: 'Ya no se puede anular el envío. Aún puedes eliminar el mensaje.',
  },
  'errors.UNDERAGE': { en: 'You must be at least 18 years old.', es: 'Debes tener al menos 18 años.' },
  'errors.TOKEN_USED': {
    en: 'This link was used already. Look for our email with the link to set a new password.',
    es: 'Este enlace ya se ha usado. Busca nuestro correo con el enlace para elegir una contraseña nueva.',
  },
  'errors.TOKEN_EXPIRED': {
    en: 'This link has expired. Set a new password: that logs out every device.',
    es: 'Este enlace ha caducado. Elige una contraseña nueva: eso cierra la sesión en todos los dispositivos.',
  },
  'errors.TOKEN_INVALID': {
    en: 'This link is no longer valid. Please ask for a new one.',
    es: 'Este enlace ya no es válido. Pide uno nuevo.',
  },
  'errors.CURRENT_PASSWORD_WRONG': { en: 'The current password is wrong.', es: 'La contraseña actual no es correcta.' },
  'errors.RECENT_LOGIN_REQUIRED': {
    en: 'Please confirm that it’s you.',
    es: 'Confirma que eres tú.',
  },
  'errors.LOG_IN_PAUSED': {
    en: 'Too many wrong attempts. Please try again later, or set a new password by email.',
    es: 'Demasiados intentos fallidos. Inténtalo más tarde o crea una contraseña nueva por correo.',
  },
  'errors.PASSKEY_INVALID': {
    en: 'This passkey couldn’t be verified. Try again, or use another way.',
    es: 'No se ha podido verificar esta clave de acceso. Inténtalo de nuevo o usa otro método.',
  },
  'errors.PASSKEY_KNOWN': { en: 'This passkey is already added.', es: 'Esta clave de acceso ya está añadida.' },
  'errors.PASSKEYS_FULL': { en: 'You have ten passkeys. Remove one first.', es: 'Tienes diez claves de acceso. Elimina una primero.' },
  'errors.OTHER_ADMIN_REQUIRED': {
    en: 'Another admin must pay what you approved.',
    es: 'Lo que has aprobado debe pagarlo otro admin.',
  },
  'errors.OTHER_OWNER_FIRST': {
    en: 'There must be two owners before new ones need two.',
    es: 'Debe haber dos responsables antes de que los nuevos requieran dos.',
  },
  'errors.OWN_FACTOR_FIRST': {
    en: 'Set up for your own account first what you require here. Otherwise you’d lock yourself out.',
    es: 'Configura primero en tu propia cuenta lo que exiges aquí. Si no, te quedarías fuera.',
  },
  'errors.TWO_FACTOR_REQUIRED': {
    en: 'Please enter the code of your authenticator app.',
    es: 'Escribe el código de tu aplicación de autenticación.',
  },
  'errors.TWO_FACTOR_INVALID': { en: 'This code is wrong or was already used.', es: 'Este código no es correcto o ya se ha usado.' },
  'errors.TWO_FACTOR_STATE': { en: 'Two-step verification is already set that way.', es: 'La verificación en dos pasos ya está así.' },
  'errors.DELETION_STATE': { en: 'The account’s deletion is already set that way.', es: 'La eliminación de la cuenta ya está así.' },
  'errors.EXPORT_RUNNING': { en: 'A copy of your data is already being prepared.', es: 'Ya se está preparando una copia de tus datos.' },
  'errors.ACCOUNT_STATE': { en: 'This account is already in that state.', es: 'La cuenta ya está en ese estado.' },
  'errors.LAST_OWNER': { en: 'The site needs at least one owner.', es: 'El sitio necesita al menos un responsable.' },
  'errors.BULK_ROWS_NONE': {
    en: 'No rows match any more. Reload the list and choose again.',
    es: 'Ya no coincide ninguna fila. Recarga la lista y vuelve a elegir.',
  },
  'errors.BULK_ROWS_TOO_MANY': {
    en: 'Too many rows at once: 10,000 at most. Narrow the list with its filters.',
    es: 'Demasiadas filas a la vez: 10.000 como máximo. Acota la lista con los filtros.',
  },
  'errors.BULK_ACT_STATE': {
    en: 'This is no longer possible: it was started, stopped or undone meanwhile.',
    es: 'Ya no es posible: mientras tanto se inició, se detuvo o se deshizo.',
  },
  'errors.PARTICIPANT_STATE': {
    en: 'This co-performer’s state doesn’t allow that.',
    es: 'El estado de este coprotagonista no lo permite.',
  },
  'errors.SLUG_TAKEN': { en: 'Another page has this address already.', es: 'Otra página ya tiene esta dirección.' },
  'errors.PAGE_IN_USE': {
    en: 'This page is the cookie policy that the settings name.',
    es: 'Esta página es la política de cookies que indican los ajustes.',
  },
  'errors.LANGUAGE_EXISTS': { en: 'This language already exists.', es: 'Este idioma ya existe.' },
  'errors.NOTICE_STATE': { en: 'This notice has already been decided.', es: 'Este aviso ya se ha resuelto.' },
  'errors.APPLICATION_STATE': { en: 'This application has already been decided.', es: 'Esta solicitud ya se ha resuelto.' },
  'errors.REASON_REQUIRED': { en: 'Please give a reason.', es: 'Indica un motivo.' },
  'errors.DOCUMENT_MISSING': { en: 'Upload both documents.', es: 'Sube los dos documentos.' },
  'errors.DOCUMENT_UNOPENED': { en: 'Open both documents before you approve.', es: 'Abre los dos documentos antes de aprobar.' },
  'errors.FILE_KIND_REFUSED': { en: 'This kind of file is not accepted here.', es: 'Aquí no se acepta este tipo de archivo.' },
  'errors.FILE_TOO_LARGE': { en: 'This file is too large.', es: 'Este archivo es demasiado grande.' },
  'errors.FILE_INFECTED': {
    en: 'The virus scanner found something harmful in this file. Check your device, then choose another file.',
    es: 'El antivirus ha encontrado algo dañino en este archivo. Revisa tu dispositivo y elige otro archivo.',
  },
  'errors.FILE_NOT_SCANNED': {
    en: 'This file is too large to be checked for viruses. Choose a smaller one, or split it.',
    es: 'Este archivo es demasiado grande para comprobar si tiene virus. Elige uno más pequeño o divídelo.',
  },
  'errors.SCANNER_UNAVAILABLE': {
    en: 'Files can’t be checked for viruses right now. Try again in a few minutes.',
    es: 'Ahora mismo no se puede comprobar si los archivos tienen virus. Vuelve a intentarlo en unos minutos.',
  },
  'errors.FILE_BLOCKED': {
    en: 'This file was taken down from the site and can’t be uploaded again.',
    es: 'Este archivo se retiró del sitio y no se puede volver a subir.',
  },
  'errors.FILE_IN_REVIEW': {
    en: 'We’re checking this file before it can be used. Try again later, or choose another file.',
    es: 'Estamos revisando este archivo antes de que se pueda usar. Vuelve a intentarlo más tarde o elige otro archivo.',
  },
  'errors.FILE_UNREADABLE': { en: 'This file can’t be read. Is it damaged?', es: 'No se puede leer este archivo. ¿Está dañado?' },
  'errors.FILE_MISSING': { en: 'A file is missing.', es: 'Falta un archivo.' },
  'errors.FILE_NOT_YOURS': { en: 'This file isn’t yours.', es: 'Este archivo no es tuyo.' },
  'errors.FILE_IN_USE': { en: 'This file is in use.', es: 'Este archivo está en uso.' },
  'errors.FILE_NOT_MADE': {
    en: 'We couldn’t process this file. Please upload it again.',
    es: 'No hemos podido procesar este archivo. Súbelo de nuevo.',
  },
  'errors.CAPTIONS_FULL': {
    en: 'This video can’t have captions in more languages.',
    es: 'Este vídeo no admite subtítulos en más idiomas.',
  },
  'errors.UPLOAD_INCOMPLETE': { en: 'This file hasn’t finished uploading.', es: 'Este archivo aún no ha terminado de subirse.' },
  'errors.UPLOAD_OFFSET': {
    en: 'This part begins in the wrong place. Ask how much has arrived, and continue there.',
    es: 'Esta parte empieza en un punto equivocado. Pregunta cuánto ha llegado y continúa ahí.',
  },
  'errors.UPLOADS_OPEN': {
    en: 'Too many uploads are open. Finish or cancel one first.',
    es: 'Hay demasiadas subidas abiertas. Termina o cancela una antes.',
  },
  'errors.QUOTA_EXCEEDED': {
    en: 'Your storage is full. Delete files you no longer need.',
    es: 'Tu espacio está lleno. Elimina archivos que ya no necesites.',
  },
  'errors.FEED_EMPTY': { en: 'Add text, photos or a video to your post.', es: 'Añade texto, fotos o un vídeo a tu publicación.' },
  'errors.FEED_STATE': { en: 'This post can’t be changed that way right now.', es: 'Ahora no se puede cambiar así esta publicación.' },
  'errors.ITEM_EMPTY': { en: 'Add at least one photo.', es: 'Añade al menos una foto.' },
  'errors.VIDEO_MISSING': { en: 'Add the video.', es: 'Añade el vídeo.' },
  'errors.REEL_SHAPE': {
    en: 'A reel must be taller than it is wide and at most 90 seconds long.',
    es: 'Un reel debe ser más alto que ancho y durar como máximo 90 segundos.',
  },
  'errors.ITEM_STATE': { en: 'This can’t be done in its current state.', es: 'Esto no se puede hacer en su estado actual.' },
  'errors.REVIEW_STATE': {
    en: 'This was decided or changed meanwhile. Reload the list.',
    es: 'Esto se ha resuelto o ha cambiado mientras tanto. Vuelve a cargar la lista.',
  },
  'errors.MEDIA_MIXED': {
    en: 'A post can have photos or one video, not both.',
    es: 'Una publicación puede llevar fotos o un vídeo, pero no ambos.',
  },
  'errors.PRICE_REQUIRED': { en: 'Set a price for a post that is for buyers.', es: 'Pon un precio a la publicación que está a la venta.' },
  'errors.POLL_CLOSED': { en: 'This poll is closed.', es: 'Esta encuesta está cerrada.' },
  'errors.ALREADY_VOTED': { en: 'You have already voted.', es: 'Ya has votado.' },
  'errors.POLL_TAKEN': { en: 'This poll belongs to another post.', es: 'Esta encuesta es de otra publicación.' },
  'errors.LOCKED': { en: 'You don’t have access to this yet.', es: 'Todavía no tienes acceso.' },
  'errors.INSUFFICIENT_TOKENS': { en: 'You don’t have enough tokens.', es: 'No tienes suficientes tokens.' },
  'errors.SPENDING_LIMIT': {
    en: 'This would go over the spending limit you set. Nothing was charged.',
    es: 'Superarías el límite de gasto que te has puesto. No se ha cobrado nada.',
  },
  'errors.COOL_OFF': {
    en: 'You’re taking a break from buying. Nothing was charged.',
    es: 'Te has tomado un descanso de las compras. No se ha cobrado nada.',
  },
  'errors.STATEMENT_NOT_READY': {
    en: 'There is no statement for this month yet.',
    es: 'Todavía no hay extracto de este mes.',
  },
  'errors.PRICE_CHANGED': { en: 'The price has changed. Nothing was charged.', es: 'El precio ha cambiado. No se ha cobrado nada.' },
  'errors.ALREADY_PURCHASED': { en: 'This is already yours.', es: 'Esto ya es tuyo.' },
  'errors.ALREADY_SUBSCRIBED': { en: 'You’re already subscribed.', es: 'Ya tienes una suscripción.' },
  'errors.NO_DEBT': { en: 'You owe nothing.', es: 'No debes nada.' },
  'errors.NOT_FOR_SALE': { en: 'This isn’t for sale.', es: 'Esto no está a la venta.' },
  'errors.COUPON_INVALID': {
    en: 'This coupon doesn’t apply here or has expired. Nothing was charged.',
    es: 'Este cupón no sirve aquí o ha caducado. No se ha cobrado nada.',
  },
  'errors.COUPON_TAKEN': { en: 'A coupon with this code already exists.', es: 'Ya existe un cupón con este código.' },
  'errors.OFFER_ENDED': {
    en: 'This offer has ended or doesn’t exist. Nothing was charged.',
    es: 'Esta oferta ha terminado o no existe. No se ha cobrado nada.',
  },
  'errors.OFFER_PAUSED': { en: 'This offer is paused. Nothing was charged.', es: 'Esta oferta está en pausa. No se ha cobrado nada.' },
  'errors.OFFER_USED_UP': {
    en: 'This offer has been used up. Nothing was charged.',
    es: 'Esta oferta está agotada. No se ha cobrado nada.',
  },
  'errors.OFFER_USED': {
    en: 'You’ve used this offer already. Nothing was charged.',
    es: 'Ya has usado esta oferta. No se ha cobrado nada.',
  },
  'errors.OFFER_NOT_NEW': {
    en: 'This offer is for new subscribers: you’ve had a subscription here before.',
    es: 'Esta oferta es para suscriptores nuevos: ya has tenido una suscripción aquí.',
  },
  'errors.OFFER_STATE': { en: 'This link is closed. Create a new one.', es: 'Este enlace está cerrado. Crea uno nuevo.' },
  'errors.OFFER_LINKS_FULL': {
    en: 'You have {{maximum}} offer links. Close one first.',
    es: 'Tienes {{maximum}} enlaces con oferta. Cierra uno antes.',
  },
  'errors.EMOJI_CODE_TAKEN': { en: 'Another emoji has this code.', es: 'Otro emoji ya tiene este código.' },
  'errors.OUT_OF_STOCK': {
    en: 'There aren’t that many left. Nothing was charged.',
    es: 'No quedan tantas unidades. No se ha cobrado nada.',
  },
  'errors.ADDRESS_REQUIRED': { en: 'Enter a delivery address.', es: 'Indica una dirección de entrega.' },
  'errors.SHIPPING_REQUIRED': {
    en: 'Set a postage price for at least one country.',
    es: 'Indica los gastos de envío de al menos un país.',
  },
  'errors.SHIPPING_NOT_OFFERED': {
    en: 'This can’t be sent to that country. Choose another address or remove it from the cart.',
    es: 'No se envía a ese país. Elige otra dirección o quítalo del carrito.',
  },
  'errors.PRODUCT_FILE_MISSING': {
    en: 'Add the file that buyers download before you publish.',
    es: 'Añade el archivo que descargarán los compradores antes de publicar.',
  },
  'errors.CATEGORY_TAKEN': { en: 'A category with this address already exists.', es: 'Ya existe una categoría con esta dirección.' },
  'errors.REPORT_STATE': { en: 'This report can’t be changed that way right now.', es: 'Ahora no se puede cambiar así esta denuncia.' },
  'errors.OTHER_ADMIN_NEEDED': {
    en: 'You made the first decision. Another admin must decide this.',
    es: 'Tú tomaste la primera decisión. Debe decidir otra persona del equipo.',
  },
  'errors.DELIVERY_STATE': { en: 'This delivery can’t be changed that way right now.', es: 'Ahora no se puede cambiar así esta entrega.' },
  'errors.OWN_ITEM': { en: 'You can’t pay yourself.', es: 'No puedes pagarte a ti mismo.' },
  'errors.BLOCKED_PAIR': { en: 'This isn’t possible with this account.', es: 'No es posible con esta cuenta.' },
  'errors.COMMENTS_CLOSED': { en: 'Comments are turned off here.', es: 'Los comentarios están desactivados aquí.' },
  'errors.AMOUNT_OUT_OF_BOUNDS': {
    en: 'The amount must be between {{minimum}} and {{maximum}}.',
    es: 'El importe debe estar entre {{minimum}} y {{maximum}}.',
  },
  'errors.ORDER_STATE': { en: 'This order can’t be paid any more.', es: 'Este pedido ya no se puede pagar.' },
  'errors.PAYOUT_PENDING': { en: 'A payout is already on its way.', es: 'Ya hay un pago en curso.' },
  'errors.PAYOUT_DETAILS_MISSING': {
    en: 'Add your payout details first.',
    es: 'Añade antes tus datos de cobro.',
  },
  'errors.PAYOUT_STATE': {
    en: 'This payout has changed meanwhile. Reload the page.',
    es: 'Este pago ha cambiado mientras tanto. Recarga la página.',
  },
  'errors.PAYOUT_CHANGED': {
    en: 'This payout has changed since you opened it. Nothing was done. Check what it says now.',
    es: 'Este pago ha cambiado desde que lo abriste. No se ha hecho nada. Comprueba lo que dice ahora.',
  },
  'errors.PAYOUT_FROZEN': {
    en: 'Payouts are frozen because “This wasn’t me” was pressed. Our team must release them first.',
    es: 'Los pagos están bloqueados porque se pulsó «No fui yo». Nuestro equipo debe desbloquearlos antes.',
  },
  'errors.PAYOUT_HELD': {
    en: 'This payout is held because the payout details were changed a short time ago.',
    es: 'Este pago está retenido porque los datos de cobro cambiaron hace poco.',
  },
  'errors.PAYOUT_PAYER_MISSING': {
    en: 'Set the name and IBAN that payouts are paid from in Settings, Money.',
    es: 'Indica en Ajustes, Dinero, el titular y el IBAN desde los que se paga.',
  },
  'errors.GATEWAY_UNAVAILABLE': {
    en: 'Card payments are unavailable right now. Nothing was charged.',
    es: 'Los pagos con tarjeta no están disponibles ahora. No se ha cobrado nada.',
  },
  'errors.NOT_BY_CARD': {
    en: 'This can’t be paid by this card company. Choose another way to pay, or pay from your wallet.',
    es: 'Esta empresa de tarjetas no admite este pago. Elige otra forma de pago o usa tu monedero.',
  },
  'errors.CARD_PAUSED': {
    en: 'Card payments are paused for a while because several didn’t go through. Nothing was charged. You can still pay from your wallet.',
    es: 'Los pagos con tarjeta están en pausa un rato porque varios no se completaron. No se ha cobrado nada. Puedes seguir pagando con tu monedero.',
  },
  'errors.REFUND_STATE': {
    en: 'This refund has moved on meanwhile. Reload the page to see where it stands.',
    es: 'Este reembolso ha cambiado entretanto. Recarga la página para ver su estado.',
  },
  'errors.GATEWAY_SETTINGS_CHANGED': {
    en: 'Someone else changed these settings meanwhile. Reload the page and check them.',
    es: 'Otra persona ha cambiado estos ajustes entretanto. Recarga la página y revísalos.',
  },
  'errors.HASH_LIST_FAILED': {
    en: 'The list didn’t pass the test, so nothing was saved.',
    es: 'La lista no ha superado la prueba y no se ha guardado nada.',
  },
  'errors.HASH_LISTS_FULL': {
    en: 'The site uses as many lists as it can. Remove one first.',
    es: 'El sitio ya usa todas las listas que puede. Quita una antes.',
  },
  'errors.MEDIA_SERVER_FAILED': {
    en: 'The server didn’t pass the test, so nothing was saved.',
    es: 'El servidor no ha superado la prueba y no se ha guardado nada.',
  },
  'errors.GATEWAY_INCOMPLETE': {
    en: 'Some required settings of this card company are missing. Fill them in before you switch it on.',
    es: 'Faltan ajustes obligatorios de esta empresa de tarjetas. Complétalos antes de activarla.',
  },
  'errors.SIGNATURE_INVALID': { en: 'The signature is wrong.', es: 'La firma no es correcta.' },
  'errors.PLAN_STATE': {
    en: 'The plan of this subscription can’t be changed to that one now. Reload the page to see where it stands.',
    es: 'Ahora no se puede cambiar esta suscripción a ese plan. Recarga la página para ver su estado.',
  },
  'errors.PLAN_BY_CARD': {
    en: 'This period was paid by card, so the plan can’t be changed during it. Cancel the renewal; when your access ends, subscribe with the other plan.',
    es: 'Este periodo se pagó con tarjeta y durante él no se puede cambiar de plan. Cancela la renovación y, cuando termine tu acceso, suscríbete con el otro plan.',
  },
  'errors.SUBSCRIPTION_STATE': { en: 'This subscription has already ended.', es: 'Esta suscripción ya ha terminado.' },
  'errors.ALREADY_REACTED': { en: 'You’ve already done that.', es: 'Ya lo has hecho.' },
  'errors.LIVE_OFFER_INVALID': {
    en: 'The connection failed. Reload the page and try again.',
    es: 'La conexión ha fallado. Recarga la página e inténtalo de nuevo.',
  },
  'errors.LIVE_CODEC_UNSUPPORTED': {
    en: 'This browser can’t send or play H.264 video. Use a current Chrome, Edge, Safari or Firefox.',
    es: 'Este navegador no puede enviar ni reproducir vídeo H.264. Usa una versión actual de Chrome, Edge, Safari o Firefox.',
  },
  'errors.LIVE_HLS_ONLY': {
    en: 'This show can be played by HLS only: its encoder sends B-frames.',
    es: 'Este directo solo se reproduce por HLS: su codificador envía fotogramas B.',
  },
  'errors.LIVE_ALREADY_PUBLISHING': {
    en: 'You are already on air from another device or program. End that first.',
    es: 'Ya estás en directo desde otro dispositivo o programa. Termina allí primero.',
  },
  'errors.LIVE_NOT_ON_AIR': { en: 'This show isn’t on air right now.', es: 'Este directo no está en emisión ahora.' },
  'errors.LIVE_ENDED': { en: 'This show has ended.', es: 'Este directo ha terminado.' },
  'errors.LIVE_REPLACED': {
    en: 'This show now plays on another device.',
    es: 'Este directo se ve ahora en otro dispositivo.',
  },
  'errors.LIVE_TOKEN_INVALID': {
    en: 'Your pass for this show has ended. Reload the page to get a new one.',
    es: 'Tu pase para este directo ha caducado. Recarga la página para obtener otro.',
  },
  'errors.LIVE_KEY_INVALID': {
    en: 'This stream key isn’t valid. Copy it from the studio again.',
    es: 'Esta clave de emisión no es válida. Cópiala otra vez del estudio.',
  },
  'errors.LIVE_KEY_NO_SHOW': {
    en: 'No show is waiting for this stream key. Prepare one in the studio first.',
    es: 'Ningún directo espera esta clave de emisión. Prepara antes uno en el estudio.',
  },
  'errors.LIVE_KEY_BUSY': {
    en: 'Two programs are publishing with this stream key. Stop one of them.',
    es: 'Dos programas están emitiendo con esta clave de emisión. Detén uno de ellos.',
  },
  'errors.LIVE_KEY_TRIES': {
    en: 'Too many wrong stream keys came from your network. Try again in ten minutes.',
    es: 'Han llegado demasiadas claves de emisión erróneas desde tu red. Inténtalo de nuevo en diez minutos.',
  },
  'errors.LIVE_ICE_RESTART': {
    en: 'A connection can’t move to another network here. Connect again with the same token.',
    es: 'Aquí una conexión no puede cambiar de red. Conéctate de nuevo con el mismo token.',
  },
  'errors.LIVE_SERVER_AWAY': {
    en: 'The video server isn’t answering. Try again in a moment.',
    es: 'El servidor de vídeo no responde. Inténtalo de nuevo en un momento.',
  },
  'errors.LIVE_BUSY': {
    en: 'This performer can’t take a private show right now.',
    es: 'Este artista no puede dar un directo privado ahora mismo.',
  },
  'errors.SHOWS_CLOSING': {
    en: 'The site closes for maintenance, so no show can be started or joined now.',
    es: 'El sitio va a cerrar por mantenimiento: ya no se puede empezar un directo ni entrar en otro.',
  },
  'errors.CHAT_TIMED_OUT': { en: 'You’re timed out of this chat.', es: 'No puedes escribir en este chat por ahora.' },
  'errors.CHAT_SLOW': { en: 'Slow mode is on. Wait {{seconds}} s.', es: 'El modo lento está activado. Espera {{seconds}} s.' },
  'errors.CHAT_FOLLOWERS_ONLY': { en: 'Only followers can write here.', es: 'Aquí solo escriben los seguidores.' },
  'errors.CHAT_SUBSCRIBERS_ONLY': { en: 'Only subscribers can write here.', es: 'Aquí solo escriben los suscriptores.' },
  'errors.CHAT_WORD_REFUSED': {
    en: 'This message has a word that isn’t allowed here.',
    es: 'Este mensaje tiene una palabra que aquí no se permite.',
  },
  'errors.CHAT_PICTURES_SUBSCRIBERS_ONLY': {
    en: 'Only subscribers can send pictures here.',
    es: 'Aquí solo envían imágenes los suscriptores.',
  },
  'errors.MODERATORS_FULL': {
    en: 'You’ve reached the limit of moderators. Remove one first.',
    es: 'Ya tienes el máximo de moderadores. Quita uno primero.',
  },
  'errors.SCHEDULE_FULL': {
    en: 'You’ve planned as many shows as possible. Cancel one first.',
    es: 'Ya has programado el máximo de directos. Cancela uno antes.',
  },
  'errors.SCHEDULE_STATE': { en: 'This show is no longer planned.', es: 'Este directo ya no está programado.' },
  'errors.LIVE_SEATS_TAKEN': { en: 'Every seat in this show is taken.', es: 'Todas las plazas de este directo están ocupadas.' },
  'errors.REQUEST_OPEN': { en: 'You already have a request or a show open.', es: 'Ya tienes una solicitud o un directo abierto.' },
  'errors.REQUEST_STATE': { en: 'This request is no longer open.', es: 'Esta solicitud ya no está abierta.' },
  'errors.LIVE_FULL': {
    en: 'There are too many connections right now. Try again in a moment.',
    es: 'Hay demasiadas conexiones ahora mismo. Inténtalo de nuevo en un momento.',
  },
} satisfies Record<`errors.${ErrorCode}`, Text>);
