import { iconPaths } from '#client/ui/base/icon-paths.ts'
import { goods } from './goods.ts'
import { scenes } from './scenes.ts'

/** A P built of crates on a pallet. */
const mark =
  '<g fill="var(--primary)"><rect x="7" y="2" width="7.6" height="6.6" rx="1.4"/><rect x="7" y="9.8" width="7.6" height="6.6" rx="1.4"/><rect x="7" y="17.6" width="7.6" height="6.6" rx="1.4"/><path d="M15.8 3.4a1.4 1.4 0 0 1 1.4-1.4h2.6a6.4 6.4 0 0 1 6.4 6.4v.2H15.8Z"/></g><path fill="var(--wed)" d="M15.8 9.8h10.4v.2a6.4 6.4 0 0 1-6.4 6.4h-2.6a1.4 1.4 0 0 1-1.4-1.4Z"/><g fill="var(--kraft)"><rect x="3" y="25.4" width="26" height="2" rx="1"/><rect x="4" y="28" width="4.4" height="2.6" rx=".7"/><rect x="13.8" y="28" width="4.4" height="2.6" rx=".7"/><rect x="23.6" y="28" width="4.4" height="2.6" rx=".7"/></g>'

/** Colored by the `fill` of its `<use>`. */
const crate =
  '<rect width="146" height="78" rx="5"/><g fill="var(--on-day)"><path opacity=".22" d="M0 28h146v3.5H0zm0 25h146v3.5H0z"/><rect x="48" y="9.5" width="50" height="11.5" rx="3" opacity=".38"/></g>'

const pallet =
  '<g fill="var(--kraft)"><rect width="492" height="13" rx="3"/><rect y="40" width="492" height="10" rx="3"/></g><g fill="var(--kraft-deep)"><rect x="12" y="16" width="62" height="22" rx="3"/><rect x="215" y="16" width="62" height="22" rx="3"/><rect x="418" y="16" width="62" height="22" rx="3"/></g>'

const drawing = (id: string, viewBox: string, shapes: string) =>
  [id, `<symbol id="${id}" viewBox="${viewBox}">${shapes}</symbol>`] as const

const drawings = new Map([
  drawing('mark', '0 0 32 32', mark),
  drawing('crate', '0 0 146 78', crate),
  drawing('pallet', '0 0 492 50', pallet),
  ...Object.entries(goods).map(([name, shapes]) => drawing(`good-${name}`, '0 0 80 80', shapes)),
  ...scenes.map(([trade, shapes]) => drawing(`scene-${trade}`, '0 0 560 330', shapes)),
  ...Object.entries(iconPaths).map(([name, shapes]) => drawing(`icon-${name}`, '0 0 24 24', shapes)),
])

/** All symbols as a file. They are not JavaScript: the app does not import this module. */
export const fullSpriteSvg = `<svg xmlns="http://www.w3.org/2000/svg">${[...drawings.values()].join('')}</svg>`

/** The inline sprite with the symbols that `html` uses. The app loads the others from `rest`. */
export function inlineSpriteFor(html: string, rest?: string): string {
  const seen = html.replace(/<svg [^>]*data-later[\s\S]*?<\/svg>/g, '')
  const used = new Set([...seen.matchAll(/<use [^>]*?href="#([\w-]+)"/g)].map(([, id]) => id))
  const here = [...drawings].filter(([id]) => rest === undefined || used.has(id)).map(([, one]) => one)
  const attribute = rest === undefined ? '' : ` data-rest="${rest}"`
  return `<svg class="sprite" width="0" height="0" aria-hidden="true"${attribute}>${here.join('')}</svg>`
}
