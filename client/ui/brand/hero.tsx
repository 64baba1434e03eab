import { Container } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'

const s = createStyled('hero-section')

/** The hero of a marketing page, with the faint lines of an order sheet. */
export const HeroSection = s('section')`
  position: relative;
  overflow: hidden;
  padding-top: calc(var(--toolbar) + clamp(28px, 5vw, 76px));
  &::before {
    content: '';
    position: absolute;
    inset: 0;
    opacity: 0.42;
    background: linear-gradient(transparent 66px, var(--line) 66px) 0 0 / 100% 67px;
    mask-image: linear-gradient(200deg, black 0, transparent 62%);
  }
  ${media.phone} { padding-top: 96px; }
`
export const HeroColumns = s(Container)`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 0.8fr) minmax(0, 1.15fr);
  gap: clamp(32px, 4vw, 72px);
  align-items: center;
  ${media.hero} { grid-template-columns: minmax(0, 1fr); }
`
/** A `span` inside is a line of its own, in the primary color. */
export const HeroTitle = s('h1')`
  font-size: var(--t-display);
  line-height: 1.06;
  letter-spacing: -0.022em;
  & > span { display: block; color: var(--primary-ink); }
`
/** Buttons and links in a row; on phones the first one fills the width. */
export const HeroActions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 24px;
  align-items: center;
  ${media.phone} { & > :first-child { width: 100%; } }
`
