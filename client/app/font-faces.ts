/** Fallbacks take the room of the real font, so that nothing moves when it arrives. */
type Fallback = { size: number; ascent: number; descent: number }

/** Percentages measured in Chromium on 312 letters of our own copy: width of the real font over the fallback's, and its line box over that. */
const besleyOnGeorgia: Fallback = { size: 118.9, ascent: 105.1, descent: 35.7 }
const franklinOnArial: Fallback = { size: 103.9, ascent: 93, descent: 23.7 }
const franklinOnArialBold: Fallback = { size: 98.3, ascent: 98.3, descent: 25 }

const face = (family: string, url: string, weights: string) =>
  `@font-face{font-family:${family};src:url(${url}) format('woff2');font-weight:${weights};font-display:swap}`

const fallback = (family: string, locals: string[], weights: string, { size, ascent, descent }: Fallback) =>
  `@font-face{font-family:'${family}';src:${locals.map((name) => `local('${name}')`).join()};font-weight:${weights};` +
  `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`

/** `statics` gives the address of a file of client/static. */
export const fontFaces = (statics: (name: string) => string) =>
  [
    face('Besley', statics('fonts/besley.woff2'), '500 800'),
    face("'Libre Franklin'", statics('fonts/libre-franklin.woff2'), '400 700'),
    fallback('Besley Fallback', ['Georgia', 'Gelasio'], '500 800', besleyOnGeorgia),
    fallback('Franklin Fallback', ['Arial', 'Liberation Sans', 'Arimo'], '400 540', franklinOnArial),
    fallback('Franklin Fallback', ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'], '541 700', franklinOnArialBold),
  ].join('')
