import { styled, type WebTarget } from 'styled-components'

/** Without this, development builds warn about attributes that styled-components does not know (`commandfor`). */
const shouldForwardProp = () => true

/**
 * Creates the styled-components of one file, with ids that do not depend on the order in which files are loaded: server
 * and browser load different files, so counted ids would not match. Each file has a unique namespace; a test checks
 * this. Example: `const s = createStyled('toolbar'); const Bar = s('header')`…``.
 */
export function createStyled(namespace: string) {
  let count = 0
  return <Target extends WebTarget>(target: Target) =>
    styled<Target>(target).withConfig({
      componentId: `${namespace}-${count++}`,
      shouldForwardProp,
    })
}

/** Breakpoints. */
export const media = {
  /** One column. */
  phone: '@media (max-width: 599px)',
  narrow: '@media (max-width: 760px)',
  /** The pricing chart is compact at 960 px or narrower. */
  compact: '@media (max-width: 960px)',
  /** The dashboard's side panels move below the list. */
  singleColumn: '@media (max-width: 1000px)',
  hero: '@media (max-width: 1100px)',
  /** The toolbar's links need more width than this. */
  hamburger: '@media (max-width: 1263.9px)',
  /** The toolbar's links need a row of their own. */
  twoRows: '@media (min-width: 1264px) and (max-width: 1599.9px)',
  reducedMotion: '@media (prefers-reduced-motion: reduce)',
} as const

/** The edge of a card. Forced colors remove shadows, and the backgrounds that a card would differ by. */
export const cardEdge =
  'box-shadow: 0 0 0 1px var(--line); @media (forced-colors: active) { &:not(:focus-visible) { outline: 1px solid; } }'

/** Mockups that are narrower than this drop columns. */
export const narrow = '@container (max-width: 560px)'
