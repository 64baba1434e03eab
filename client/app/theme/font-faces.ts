/** Fallback fonts with the metrics of the real font, for Windows and macOS, Android, Linux. */
type Fallback = { size: number; ascent: number; descent: number }

/** Measured in Chromium on 312 characters of the site's copy: percentages of the fallback's metrics. */
const besleyOnGeorgia: Fallback = { size: 118.9, ascent: 105.1, descent: 35.7 }
const besleyOnNoto: Fallback = { size: 110.3, ascent: 113.3, descent: 39 }
const besleyOnDejaVu: Fallback = { size: 102.6, ascent: 121.9, descent: 41.9 }
const franklinOnArial: Fallback = { size: 103.9, ascent: 93, descent: 23.7 }
const franklinOnArialBold: Fallback = { size: 98.3, ascent: 98.3, descent: 25 }
const franklinOnRoboto: Fallback = { size: 103.7, ascent: 93.5, descent: 24.1 }
const franklinOnRobotoBold: Fallback = { size: 104.8, ascent: 92.6, descent: 23.9 }

/**
 * Accented letters (except é), fractions and symbols that few pages have are in separate files, which a browser loads
 * on demand. They are separate families, because Chromium otherwise prepares fallbacks for a pending face in each size
 * and weight. What remains of each font fits into the first round trip of a new connection (14.6 KB with headers).
 * Subset with `pyftsubset --layout-features=kern,tnum,liga --no-hinting --name-IDs= --drop-tables+=STAT,gasp`, Besley
 * after `fonttools varLib.instancer wght=620` and 500: one variable file had twice the size.
 */
const RARE =
  'U+23,U+3C-3E,U+5B-60,U+7B-7E,U+A0-A3,U+AE,U+B0,U+BC-BE,U+C0-D7,U+D8-E8,U+EA-FF,U+2018,U+2022,U+20AC,U+2122'

const face = (family: string, url: string, weights: string, letters = '') =>
  `@font-face{font-family:${family};src:url(${url}) format('woff2');font-weight:${weights};font-display:swap${letters}}`

const fallback = (family: string, locals: string[], weights: string, { size, ascent, descent }: Fallback) =>
  `@font-face{font-family:'${family}';src:${locals.map((name) => `local(${name})`).join()};font-weight:${weights};` +
  `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`

/** Returns the URL of a file in client/static. */
export type Statics = (name: string) => string

/** All faces are in every page: adding one later would lay out all text again. */
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
