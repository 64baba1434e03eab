import { media } from '#client/ui/base/styles.ts'
import { WEEK } from '#client/ui/brand/week.ts'
import { fontFaces, type Statics } from './font-faces.ts'
import { forcedColorsCss } from './forced-colors-css.ts'
import { printCss } from './print-css.ts'
import { dark, light, shape } from './tokens.ts'

const properties = (tokens: Readonly<Record<string, string>>, isUsed: (name: string) => boolean = () => true) =>
  Object.entries(tokens)
    .filter(([name]) => isUsed(name))
    .map(([name, value]) => `--${name}:${value.replaceAll(', ', ',')}`)
    .join(';')

/** Dark unless html has `data-theme=light`. Elements that are always light set it themselves. */
const darkTheme = (isUsed?: (name: string) => boolean) =>
  `:root{color-scheme:dark;${properties({ ...shape, ...dark }, isUsed)}}`
const lightTheme = `:root[data-theme=light],[data-theme=light]{color-scheme:light;${properties(light)}}`
/** For pages without scripts, which cannot know the theme that was chosen on the site. */
const themeOfSystem = `@media(prefers-color-scheme:light){:root{color-scheme:light;${properties(light)}}}`

const days = (withInk: boolean) =>
  WEEK.map((day) => `[data-day=${day}]{--day:var(--${day})${withInk ? `;--day-ink:var(--${day}-ink)` : ''}}`).join('')

/** Between the toolbar and what is scrolled to. Safari brings only the line of text of a focused field into view: its border is 17 px above. */
const SCROLL_MARGIN_PX = 36
/** The height of the toolbar, which pages leave free at their top. */
const toolbar = `:root{--toolbar:76px}${media.twoRows}{:root{--toolbar:100px}}`

const reset = `
${toolbar}
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:calc(var(--toolbar) + ${SCROLL_MARGIN_PX}px)}
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
p,label,th,dt{text-wrap:pretty}
`

/**
 * The first document lays out sections below the fold when they come near the window, until it is hydrated. Pages that the app
 * renders are laid out as a whole. Not in wide windows, where a text beside a picture would shift when the picture gets its
 * real height, and not without scripts, where it would stay so.
 */
const deferredLayout =
  '@media(scripting:enabled) and (max-width:960px){html:not([data-hydrated]) main section~section{content-visibility:auto;contain-intrinsic-block-size:auto 800px}}'

/** `main` can receive the focus from the skip link and after a navigation; it needs no ring. */
const focus = `
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
:where(a,summary):focus-visible{border-radius:var(--r-sm)}
main:focus{outline:0}
`

const reducedMotion = `
@media(prefers-reduced-motion:reduce){*,::before,::after,::backdrop{animation-duration:.01ms!important;animation-iteration-count:1!important;transition:none!important}}
`

/** Only the app ends the deferred layout. */
const base = (hasScripts: boolean) =>
  [reset, type, hasScripts ? deferredLayout : '', focus, reducedMotion].join('').replaceAll('\n', '')

/** Global styles: fonts, tokens of both themes, reset, base type, focus ring, reduced motion. */
export const globalCss = (statics: Statics): string => fontFaces(statics) + themes() + base(true)

/** The CSS that no page needs completely, or needs only when it is printed. The app loads it after hydration, readers of the light theme before. */
export const fullThemeCss = (): string => themes() + printCss() + forcedColorsCss()

const themes = () => darkTheme() + lightTheme + days(true)

/** The part of the global CSS that a page uses. `rendered` is its markup with its own styles. */
export function pageCss(statics: Statics, rendered: string, hasScripts: boolean): string {
  const own = days(rendered.includes('var(--day-ink)')) + base(hasScripts)
  const used = new Set([...(rendered + own).matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name))
  return [
    fontFaces(statics),
    darkTheme((name) => used.has(name)),
    hasScripts ? '' : themeOfSystem + printCss() + forcedColorsCss(),
    rendered.includes('data-theme="light"') ? lightTheme : '',
    own,
  ].join('')
}
