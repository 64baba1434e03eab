import { Docket } from '#client/mockups/docket.tsx'
import type { Trade } from '#client/mockups/samples.ts'
import { ArrowLink, ButtonLink } from '#client/ui/base/button.tsx'
import { LeadText } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { WithoutWidow } from '#client/ui/base/without-widow.tsx'
import { HeroActions, HeroColumns, HeroSection, HeroTitle } from '#client/ui/brand/hero.tsx'

import type { Landing } from '#contract/landing.ts'
import { pagePaths } from '#contract/paths.ts'

const s = createStyled('landing-hero')
const Columns = s(HeroColumns)`
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.15fr);
  ${media.hero} { grid-template-columns: minmax(0, 1fr); gap: 0; }
`
/** In the narrowest windows, and beside the scene, small enough for the accent in one or two lines. */
const Title = s(HeroTitle)`
  font-size: min(var(--t-display), 0.4rem + 6.3vw, 3.375rem);
`
const TextColumn = s('div')`
  padding-bottom: clamp(40px, 6vw, 96px);
  & p { max-width: 35.8em; margin: 22px 0 30px; }
`
const Stage = s('div')`
  position: relative;
  padding-right: clamp(0px, 5vw, 90px);
`
/** Stands on the lower edge of the hero. */
const Scene = s('svg')`
  width: 100%;
  height: auto;
`
/** Beside the scene; on phones, below it. */
const Laid = s('div')`
  position: absolute;
  top: -13%;
  right: -1.5%;
  width: 246px;
  transform: rotate(6deg);
  ${media.hero} { top: 0; width: 220px; }
  ${media.phone} { position: static; margin: 28px auto 36px; transform: rotate(-2deg); }
`

type Hero = { hero: Landing['hero']; trade: Trade; name: string }

export const Hero = ({ hero: { headline, accent, lead, docket }, trade, name }: Hero) => (
  <HeroSection>
    <Columns width="hero">
      <TextColumn>
        <Title>
          {headline}{' '}
          <span>
            <WithoutWidow>{accent}</WithoutWidow>
          </span>
        </Title>
        <LeadText>{lead}</LeadText>
        <HeroActions>
          <ButtonLink to={pagePaths.contact} caps>
            {`CONTACT US TO TRY ${name.toUpperCase()} ERP!`}
          </ButtonLink>
          <ArrowLink to={pagePaths.features}>All features</ArrowLink>
        </HeroActions>
      </TextColumn>
      <Stage>
        <Scene viewBox="0 0 560 330" role="img" aria-labelledby={`scene-${trade}-text`}>
          <use href={`#scene-${trade}`} />
        </Scene>
        {docket && (
          <Laid>
            <Docket trade={trade} />
          </Laid>
        )}
      </Stage>
    </Columns>
  </HeroSection>
)
