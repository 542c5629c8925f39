import type { Locale } from '@stagedoor/contract/texts/text';

// Content, not interface texts: it is copied into the database once, where the site's admins edit it.
// It only describes the product; the site's operator adds their identity and the applicable law.

/** A stored page: HTML in every language. */
export interface InitialPage {
  title: Record<Locale, string>;
  content: Record<Locale, string>;
}

export const ABOUT: InitialPage = {
  title: { en: 'About this house', es: 'Sobre esta sala' },
  content: {
    en: `<p>This is a stage. Performers publish posts, pictures and films here; those who like what they do follow them, subscribe, and pay for single pieces or leave a tip.</p>
<h2>How it works</h2>
<ul>
<li>Looking around is free, and needs no account for what performers show to everyone.</li>
<li>Tokens are what you pay with. You buy them by card, and your wallet shows every one that came and went.</li>
<li>Every price stands in tokens, with its worth in money beside it, before you press anything.</li>
<li>Performers are let in by a person, after their documents have been looked at. All of them are adults.</li>
<li>From each sale the performer gets the larger part. Performers see every sale with the rate it was made at.</li>
</ul>
<h2>Who runs it</h2>
<p>This house is run by whoever hosts it, on their own machine. Write to them with the <a href="/contact">contact form</a>: a person reads it.</p>`,
    es: `<p>Esto es un escenario. Aquí los artistas publican textos, fotos y películas; quien disfruta de lo que hacen los sigue, se suscribe, paga por piezas sueltas o deja una propina.</p>
<h2>Cómo funciona</h2>
<ul>
<li>Mirar es gratis, y lo que los artistas muestran a todo el mundo se ve sin tener cuenta.</li>
<li>Se paga con tokens. Los compras con tarjeta, y tu monedero muestra cada uno que entra y sale.</li>
<li>Cada precio está en tokens, con su valor en dinero al lado, antes de que pulses nada.</li>
<li>A los artistas los admite una persona, después de revisar sus documentos. Todos son mayores de edad.</li>
<li>De cada venta, la mayor parte es para el artista. Los artistas ven cada venta con el porcentaje que se aplicó.</li>
</ul>
<h2>Quién la lleva</h2>
<p>Esta sala la lleva quien la aloja, en su propia máquina. Escríbele con el <a href="/contact">formulario de contacto</a>: lo lee una persona.</p>`,
  },
};

export const TERMS: InitialPage = {
  title: { en: 'Terms', es: 'Condiciones' },
  content: {
    en: `<p>By making an account you agree to what stands here. It is short so that you can read it.</p>
<h2>Accounts</h2>
<p>You are at least 18 years old. One person, one account; your password is yours alone. You may pay, write and publish once your email address is confirmed. Whoever cheats, threatens others or shares what is not theirs may lose their account.</p>
<h2>Tokens and payments</h2>
<ul>
<li>Tokens are bought by card and spent on this site only. They are no money and earn no interest.</li>
<li>What a post, a subscription or a tip costs is shown before you pay. If a price changed meanwhile, you are asked again.</li>
<li>What you bought by itself stays yours to see, even when its price changes or it is no longer on sale.</li>
<li>A tip is a present: it buys nothing.</li>
<li>If something you paid for does not work, write to us. Refunds stand in your wallet as lines of their own.</li>
</ul>
<h2>Subscriptions</h2>
<p>A subscription lasts a month or a year from the moment you pay. You can cancel it at any time and keep what it opens until its last day.</p>
<h2>Performers</h2>
<p>Performers own what they publish and answer for having the right to publish it. They allow this site to store it and to show it to those they chose. Earnings become available after a waiting time; the site’s commission is deducted from each sale at the rate in force when it was made.</p>
<h2>What is not allowed</h2>
<p>Copying or passing on what others have published, anything that involves minors, anything made or shown without the consent of those in it, hatred, fraud, and attempts to break in.</p>`,
    es: `<p>Al crear una cuenta aceptas lo que dice esta página. Es breve para que puedas leerla.</p>
<h2>Cuentas</h2>
<p>Tienes al menos 18 años. Una persona, una cuenta; tu contraseña es solo tuya. Podrás pagar, escribir y publicar cuando confirmes tu correo electrónico. Quien haga trampas, amenace o difunda lo que no es suyo puede perder su cuenta.</p>
<h2>Tokens y pagos</h2>
<ul>
<li>Los tokens se compran con tarjeta y solo se gastan en este sitio. No son dinero ni dan intereses.</li>
<li>Lo que cuesta una publicación, una suscripción o una propina se muestra antes de pagar. Si el precio cambia mientras tanto, se te pregunta de nuevo.</li>
<li>Lo que compraste por separado lo puedes seguir viendo, aunque cambie de precio o deje de estar a la venta.</li>
<li>Una propina es un regalo: no compra nada.</li>
<li>Si algo que pagaste no funciona, escríbenos. Los reembolsos aparecen en tu monedero como movimientos propios.</li>
</ul>
<h2>Suscripciones</h2>
<p>Una suscripción dura un mes o un año desde el momento del pago. Puedes cancelarla cuando quieras y conservas lo que abre hasta su último día.</p>
<h2>Artistas</h2>
<p>Los artistas son dueños de lo que publican y responden de tener derecho a publicarlo. Permiten que este sitio lo guarde y lo muestre a quienes ellos eligen. Los ingresos quedan disponibles tras un plazo de espera; de cada venta se descuenta la comisión del sitio, al porcentaje vigente en ese momento.</p>
<h2>Lo que no se permite</h2>
<p>Copiar o difundir lo que otros han publicado, nada en lo que intervengan menores, nada hecho o mostrado sin el consentimiento de quien aparece, el odio, el fraude y los intentos de intrusión.</p>`,
  },
};

export const PRIVACY: InitialPage = {
  title: { en: 'Privacy', es: 'Privacidad' },
  content: {
    en: `<p>What this site knows of you, and what it does with it.</p>
<h2>What is kept</h2>
<ul>
<li><b>Your account:</b> name, username, email address, language, and your date of birth if you gave it. Of your password only a hash is kept, from which nobody can read it.</li>
<li><b>Your sessions:</b> when you logged in, from which address, with which browser.</li>
<li><b>What you do:</b> whom you follow and subscribe to, what you like, and every payment. The books of the payments can only be added to, so those lines stay.</li>
<li><b>Of performers:</b> their name, country and documents. Documents are seen by admins alone, and each look at one is recorded.</li>
<li><b>Of visitors without an account:</b> a view of a profile is counted once a day, by a hash that is of no use the next day.</li>
</ul>
<h2>What is not</h2>
<p>Your card’s number never comes here: the payment company keeps it. Which country you are in is read from your network address by a table on this server, without asking anybody. No advertising, and no tracking by others unless the site’s owner has switched on visitor statistics.</p>
<h2>Who sees it</h2>
<p>Performers see the name, username and picture of those who pay them, follow them or subscribe. Nothing is sold.</p>
<h2>Your say</h2>
<p>You can ask what is kept of you, and have it put right or removed as far as the law on bookkeeping allows, with the <a href="/contact">contact form</a>.</p>`,
    es: `<p>Lo que este sitio sabe de ti y lo que hace con ello.</p>
<h2>Qué se guarda</h2>
<ul>
<li><b>Tu cuenta:</b> nombre, nombre de usuario, correo electrónico, idioma y tu fecha de nacimiento si la diste. De tu contraseña solo se guarda un resumen cifrado del que nadie puede leerla.</li>
<li><b>Tus sesiones:</b> cuándo iniciaste sesión, desde qué dirección y con qué navegador.</li>
<li><b>Lo que haces:</b> a quién sigues y a quién te suscribes, lo que te gusta y cada pago. En los libros de pagos solo se puede añadir, así que esas líneas permanecen.</li>
<li><b>De los artistas:</b> su nombre, su país y sus documentos. Los documentos solo los ven los administradores, y cada consulta queda registrada.</li>
<li><b>De quien visita sin cuenta:</b> una visita a un perfil se cuenta una vez al día, con un resumen cifrado que al día siguiente ya no sirve.</li>
</ul>
<h2>Qué no se guarda</h2>
<p>El número de tu tarjeta nunca llega aquí: lo guarda la empresa de pagos. El país en el que estás se lee de tu dirección de red con una tabla de este servidor, sin preguntar a nadie. No hay publicidad, ni seguimiento de terceros salvo que el dueño del sitio haya activado las estadísticas de visitas.</p>
<h2>Quién lo ve</h2>
<p>Los artistas ven el nombre, el nombre de usuario y la foto de quien les paga, los sigue o se suscribe. No se vende nada.</p>
<h2>Tú decides</h2>
<p>Puedes preguntar qué se guarda de ti y pedir que se corrija o se borre, hasta donde lo permita la ley contable, con el <a href="/contact">formulario de contacto</a>.</p>`,
  },
};

export const COOKIE_POLICY: InitialPage = {
  title: { en: 'Cookie policy', es: 'Política de cookies' },
  content: {
    en: `<p>This site sets few cookies, and its own need no banner. Here they are, all of them.</p>
<ul>
<li><b>token</b> keeps you logged in: for a day, or for a year if you asked to be remembered. Logging out removes it.</li>
<li><b>device</b> remembers that you have logged in from this browser before, so that nobody can lock you out by guessing at your password; for somewhat more than a year.</li>
<li><b>locale</b> remembers the language you chose, for a year.</li>
<li><b>cookiePolicy</b> remembers what you chose here, for a year.</li>
<li><b>ageConfirmed</b> remembers that you said you are an adult, for a year, where the site has to ask.</li>
<li><b>ageCheck</b> belongs to a check of your age that is under way, for a quarter of an hour; <b>ageVerified</b> remembers that you passed it, as long as the check counts.</li>
</ul>
<p>The theme you chose is remembered by your browser alone and sent nowhere.</p>
<p>If the site’s owner has switched on visitor statistics, their provider sets cookies of its own. Where the site asks for your consent, that happens only after you gave it, and you can take it back at any time: the cookie choice stands at the foot of every page.</p>`,
    es: `<p>Este sitio usa pocas cookies, y las propias no necesitan aviso. Aquí están todas.</p>
<ul>
<li><b>token</b> mantiene tu sesión iniciada: un día, o un año si pediste que se te recordara. Al cerrar sesión se elimina.</li>
<li><b>device</b> recuerda que ya has iniciado sesión desde este navegador, para que nadie pueda dejarte fuera adivinando tu contraseña; algo más de un año.</li>
<li><b>locale</b> recuerda el idioma que elegiste, durante un año.</li>
<li><b>cookiePolicy</b> recuerda lo que elegiste aquí, durante un año.</li>
<li><b>ageConfirmed</b> recuerda que dijiste ser mayor de edad, durante un año, donde el sitio debe preguntarlo.</li>
<li><b>ageCheck</b> pertenece a una verificación de edad en curso, durante un cuarto de hora; <b>ageVerified</b> recuerda que la superaste, mientras sea válida.</li>
</ul>
<p>El tema que elegiste lo recuerda solo tu navegador y no se envía a ningún sitio.</p>
<p>Si el dueño del sitio ha activado las estadísticas de visitas, su proveedor usa cookies propias. Donde el sitio pide tu consentimiento, eso ocurre solo después de que lo des, y puedes retirarlo cuando quieras: la elección de cookies está al pie de cada página.</p>`,
  },
};
