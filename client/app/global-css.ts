import { fontFaces, type Statics } from '#client/app/font-faces.ts'
import { LAID_OUT, LATER_PARTS, LATER_TEXT } from '#client/app/later.ts'
import { shape } from '#client/app/shape-tokens.ts'
import { dark, light } from '#client/app/theme-tokens.ts'
import { WEEK } from '#client/ui/week.ts'

const properties = (tokens: Readonly<Record<string, string>>, isUsed: (name: string) => boolean = () => true) =>
  Object.entries(tokens)
    .filter(([name]) => isUsed(name))
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** Dark unless `data-theme=light` on html; what is always light says it for itself. */
const darkTheme = (isUsed?: (name: string) => boolean) =>
  `:root{color-scheme:dark;${properties({ ...shape, ...dark }, isUsed)}}`
const lightTheme = `:root[data-theme=light],[data-theme=light]{color-scheme:light;${properties(light)}}`

/** Whatever says `data-day` has its day's color at hand: a rule for each day here, instead of one in everything that has a day. */
const days = (withInk: boolean) =>
  WEEK.map((day) => `[data-day=${day}]{--day:var(--${day})${withInk ? `;--day-ink:var(--${day}-ink)` : ''}}`).join('')

const reset = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:92px}
@media(max-width:760px){html:has(dialog:modal){overflow:hidden}}
h1,h2,h3,h4,h5,h6,p,ul,ol,dl,dd,figure,blockquote,pre{margin:0}
ul,ol{padding:0;list-style:none}
img,svg,video{display:block;max-width:100%}
button,input,select,textarea{font:inherit;color:inherit;letter-spacing:inherit}
fieldset{min-width:0;margin:0;padding:0;border:0}
a{color:inherit}
[hidden]{display:none!important}
.sprite{display:none}
`

const type = `
body{margin:0;background:var(--bg);color:var(--text);font:400 var(--t-body)/1.6 var(--f-body);-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
h1,h2,h3,h4{font-family:var(--f-display);font-weight:620;text-wrap:balance}
h1{font-size:var(--t-h1);line-height:1.1;letter-spacing:-.02em}
h2{font-size:var(--t-h2);line-height:1.14;letter-spacing:-.016em}
h3{font-size:var(--t-h3);line-height:1.25;letter-spacing:-.01em}
h4{font-size:1.125rem;line-height:1.3}
p{text-wrap:pretty}
`

/**
 * What is further down is laid out when somebody comes near, or when the app finds the time (client/app/lay-out.ts): a cheap phone
 * shows the first screen of the home page after a quarter of the work. Until then it is taken to be as high as most are there.
 * Not where texts stand beside drawings, and would move up as soon as these come near and get their true height: such windows are
 * not a cheap phone's. Without script it would stay so, and programs that read what is laid out would miss it.
 */
const later = (parts: string, height: string) =>
  `html:not([${LAID_OUT}]) :is(${parts}):not([${LAID_OUT}]){content-visibility:auto;contain-intrinsic-block-size:auto ${height}}`
const allLater = `@media(scripting:enabled) and (max-width:960px){${[later(LATER_PARTS, '800px'), later(LATER_TEXT, '100px')].join('')}}`

/** The ring hugs what it marks. The skip link and a new page put the focus on main, which needs no ring. */
const focus = `
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
:where(a,summary):focus-visible{border-radius:var(--r-sm)}
main:focus{outline:0}
`

/**
 * From one page to the next inside the app. Not where the browser leads: it complains of each document without this rule, such
 * as a file or a refusal.
 */
const fade = `
::view-transition-old(root),::view-transition-new(root){animation-duration:.12s}
`

const calm = `
@media(prefers-reduced-motion:reduce){*,::before,::after,::backdrop{animation-duration:.01ms!important;animation-iteration-count:1!important;transition-duration:.01ms!important}}
`

const base = [reset, type, allLater, focus, fade, calm].join('').replaceAll('\n', '')

/** All that no component says: fonts, tokens of both themes, reset, base type, focus ring, reduced motion. `statics` gives the address of a file of client/static. */
export const globalCss = (statics: Statics): string => fontFaces(statics) + themesCss() + base

/** What is the same for all pages and no page shows all of, as a file: the app fetches it, and whoever chose the light theme waits for it. */
export const themesCss = (): string => darkTheme() + lightTheme + days(true)

/** As much of that as a page begins with: what `drawn`, its markup and its own styles, makes use of. */
export function pageCss(statics: Statics, drawn: string): string {
  const own = days(drawn.includes('var(--day-ink)')) + base
  const used = new Set([...(drawn + own).matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name))
  return [
    fontFaces(statics),
    darkTheme((name) => used.has(name)),
    drawn.includes('data-theme="light"') ? lightTheme : '',
    own,
  ].join('')
}
