/**
 * A dark stage being rebuilt: curtain, ladder, trestle, and the one lamp that is left burning on an empty
 * stage. Drawn in its own colours, the same in both themes, like every picture.
 */
export const UnderConstruction = ({ label, className }: { label: string; className?: string | undefined }) => (
  <svg viewBox="0 0 760 360" role="img" aria-label={label} className={className}>
    <defs>
      <linearGradient id="uc-fold" x1="0" x2="1">
        <stop offset="0" stopColor="#19070d" />
        <stop offset=".36" stopColor="#6b1e2e" />
        <stop offset=".64" stopColor="#4a1320" />
        <stop offset="1" stopColor="#19070d" />
      </linearGradient>
      <pattern id="uc-folds" width="48" height="280" patternUnits="userSpaceOnUse">
        <rect width="48" height="280" fill="url(#uc-fold)" />
      </pattern>
      <radialGradient id="uc-glow">
        <stop offset="0" stopColor="#ffe9b8" stopOpacity=".95" />
        <stop offset=".18" stopColor="#ffcc66" stopOpacity=".5" />
        <stop offset="1" stopColor="#ffcc66" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="uc-floor" x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="#3a2419" />
        <stop offset="1" stopColor="#160d0c" />
      </linearGradient>
      <linearGradient id="uc-shade" x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="#0a0609" stopOpacity=".82" />
        <stop offset="1" stopColor="#0a0609" stopOpacity=".12" />
      </linearGradient>
      <pattern id="uc-stripes" width="44" height="28" patternUnits="userSpaceOnUse" patternTransform="skewX(-30)">
        <rect width="44" height="28" fill="#ffcc66" />
        <rect width="22" height="28" fill="#21140a" />
      </pattern>
    </defs>
    <rect width="760" height="360" fill="#0a0609" />
    <rect width="760" height="274" fill="url(#uc-folds)" />
    <rect width="760" height="274" fill="url(#uc-shade)" />
    <path d="M0 270h760v90H0z" fill="url(#uc-floor)" />
    <g stroke="#0d0708" strokeOpacity=".55" strokeWidth="2">
      <path d="M60 360 150 270M220 360 268 270M380 360V270M540 360 492 270M700 360 610 270" />
    </g>
    <circle cx="400" cy="150" r="210" fill="url(#uc-glow)" />
    <ellipse cx="400" cy="316" rx="150" ry="20" fill="#ffcc66" opacity=".2" />
    <g fill="none" stroke="#0d0809" strokeLinecap="round">
      <path d="M400 176v132" strokeWidth="7" />
      <path d="M366 314h68" strokeWidth="9" />
    </g>
    <g fill="none" stroke="#b98d4a" strokeWidth="2.4">
      <ellipse cx="400" cy="146" rx="20" ry="26" />
      <path d="M400 120v52M380 146h40M386 128q14 8 28 0M386 164q14-8 28 0" />
    </g>
    <circle cx="400" cy="146" r="11" fill="#fff6dc" />
    <g stroke="#d8b98c" strokeLinecap="round" fill="none">
      <path d="M150 322 214 92M262 322 224 92" strokeWidth="8" />
      <path d="M214 92h10" strokeWidth="12" />
      <path d="M162 280h93M173 238h75M185 196h56M196 154h38M206 116h22" strokeWidth="6" />
    </g>
    <g>
      <path d="M540 336 560 250M690 336 670 250M576 336 560 250M654 336 670 250" stroke="#5a3b28" strokeWidth="8" strokeLinecap="round" />
      <rect x="526" y="240" width="178" height="28" rx="5" fill="url(#uc-stripes)" />
      <rect x="526" y="284" width="178" height="20" rx="5" fill="url(#uc-stripes)" opacity=".9" />
    </g>
    <g fill="#2b1a14" stroke="#6d4a33" strokeWidth="3">
      <path d="M300 300h52v30h-52z" />
      <path d="M316 300v-8h20v8" fill="none" />
    </g>
  </svg>
);
