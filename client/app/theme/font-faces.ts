/** Fallbacks take the room of the real font, so that nothing moves when it arrives: for Windows and macOS, Android, Linux. */
type Fallback = { size: number; ascent: number; descent: number }

/** Percentages measured in Chromium on 312 letters of our own copy: width of the real font over the fallback's, and its line box over that. */
const besleyOnGeorgia: Fallback = { size: 118.9, ascent: 105.1, descent: 35.7 }
const besleyOnNoto: Fallback = { size: 110.3, ascent: 113.3, descent: 39 }
const besleyOnDejaVu: Fallback = { size: 102.6, ascent: 121.9, descent: 41.9 }
const franklinOnArial: Fallback = { size: 103.9, ascent: 93, descent: 23.7 }
const franklinOnArialBold: Fallback = { size: 98.3, ascent: 98.3, descent: 25 }
const franklinOnRoboto: Fallback = { size: 103.7, ascent: 93.5, descent: 24.1 }
const franklinOnRobotoBold: Fallback = { size: 104.8, ascent: 92.6, descent: 23.9 }

/**
 * Letters with accents (but for é), fractions and signs that few pages have: in files of their own, which a browser fetches
 * for a page that has one of them. And in families of their own: for a face that is not there yet, in the family of one that
 * is, Chromium makes ready what stands in for it, in each size and weight on the page, which asks the system. What is left of each font comes in the first round of a new connection, 14.6 KB with its
 * headers. Cut by `pyftsubset --layout-features=kern,tnum,liga --no-hinting --name-IDs= --drop-tables+=STAT,gasp`, Besley
 * after `fonttools varLib.instancer wght=620`, and 500: as one file of every weight it had twice the bytes.
 */
const RARE =
  'U+23,U+3C-3E,U+5B-60,U+7B-7E,U+A0-A3,U+AE,U+B0,U+BC-BE,U+C0-D7,U+D8-E8,U+EA-FF,U+2018,U+2022,U+20AC,U+2122'

const face = (family: string, url: string, weights: string, letters = '') =>
  `@font-face{font-family:${family};src:url(${url}) format('woff2');font-weight:${weights};font-display:swap${letters}}`

const fallback = (family: string, locals: string[], weights: string, { size, ascent, descent }: Fallback) =>
  `@font-face{font-family:'${family}';src:${locals.map((name) => `local('${name}')`).join()};font-weight:${weights};` +
  `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`

/** Gives the address of a file of client/static. */
export type Statics = (name: string) => string

/** In every page, also those that few pages show: whoever adds one later has all text laid out again. */
export const fontFaces = (statics: Statics) =>
  [
    face('Besley', statics('fonts/besley.woff2'), '600 800'),
    face("'Besley More'", statics('fonts/besley-more.woff2'), '600 800', `;unicode-range:${RARE}`),
    face('Besley', statics('fonts/besley-light.woff2'), '500'),
    face("'Besley More'", statics('fonts/besley-light-more.woff2'), '500', `;unicode-range:${RARE}`),
    face("'Libre Franklin'", statics('fonts/libre-franklin.woff2'), '400 700'),
    face("'Franklin More'", statics('fonts/libre-franklin-more.woff2'), '400 700', `;unicode-range:${RARE}`),
    fallback('Besley Fallback', ['Georgia', 'Gelasio'], '500 800', besleyOnGeorgia),
    fallback('Besley on Noto', ['Noto Serif', 'NotoSerif'], '500 800', besleyOnNoto),
    fallback('Besley on DejaVu', ['DejaVu Serif'], '500 800', besleyOnDejaVu),
    fallback('Franklin Fallback', ['Arial', 'Liberation Sans', 'Arimo'], '400 540', franklinOnArial),
    fallback('Franklin Fallback', ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'], '541 700', franklinOnArialBold),
    fallback('Franklin on Roboto', ['Roboto', 'Roboto-Regular'], '400 540', franklinOnRoboto),
    fallback('Franklin on Roboto', ['Roboto Bold', 'Roboto-Bold'], '541 700', franklinOnRobotoBold),
  ].join('')
