import { styled, type WebTarget } from 'styled-components'

/** Types say which props an element takes; without this, development warns of attributes it has not heard of (`commandfor`). */
const shouldForwardProp = () => true

/**
 * The styled-components of one file, with ids that do not depend on the order in which files are loaded:
 * the server loads every screen and the browser one, so counted ids would not hydrate.
 * `const s = createStyled('toolbar'); const Bar = s('header')\`…\``. Each file takes a namespace of its own; a test holds them apart.
 */
export function createStyled(namespace: string) {
  let count = 0
  return <Target extends WebTarget>(target: Target) =>
    styled<Target>(target).withConfig({
      componentId: `${namespace}-${count++}`,
      shouldForwardProp,
    })
}

/** Breakpoints of the design (DESIGN §4) and of §9, as media queries. Everything else that varies is a CSS custom property. */
export const media = {
  phone: '@media (max-width: 600px)',
  narrow: '@media (max-width: 760px)',
  /** §9: pricing compact layout at 960 px or narrower. */
  compact: '@media (max-width: 960px)',
  /** The dashboard's side panels move below the list. */
  singleColumn: '@media (max-width: 1000px)',
  hero: '@media (max-width: 1100px)',
  /** The four toolbar labels and the logo need more than this: the hamburger takes over. */
  hamburger: '@media (max-width: 1263.9px)',
  reducedMotion: '@media (prefers-reduced-motion: reduce)',
} as const

/** Under this width of its own a screen drops columns instead of shrinking to nothing (DESIGN §4). */
export const narrow = '@container (max-width: 560px)'
