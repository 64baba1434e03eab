import { Docket } from '#client/mockups/docket.tsx'
import type { Trade } from '#client/mockups/samples.ts'
import { HeroActions, HeroColumns, HeroSection, HeroTitle } from '#client/ui/brand/hero.tsx'
import { type Good, PalletScene } from '#client/ui/brand/pallet-scene.tsx'
import { ArrowLink, ButtonLink } from '#client/ui/form/button.tsx'
import { LeadText } from '#client/ui/layout.tsx'
import { createStyled, media } from '#client/ui/styles.ts'

import type { Landing } from '#contract/landing.ts'
import { pagePaths } from '#contract/paths.ts'

const s = createStyled('landing-hero')
const Columns = s(HeroColumns)`
  ${media.hero} { gap: 0; }
`
const TextColumn = s('div')`
  padding-bottom: clamp(40px, 6vw, 96px);
  & p { max-width: 35.8em; margin: 22px 0 30px; }
`
const Stage = s('div')`
  position: relative;
  padding-right: clamp(0px, 5vw, 90px);
`
const Laid = s('div')`
  position: absolute;
  top: -13%;
  right: -1.5%;
  width: 246px;
  transform: rotate(6deg);
  ${media.hero} { display: none; }
`

const words: Record<Good, string> = {
  loaf: 'Loaves of bread',
  bottle: 'Milk bottles',
  jar: 'Jars of sauce',
  container: 'Shipping containers',
  carton: 'Cartons',
}

type Hero = { hero: Landing['hero']; trade: Trade; name: string }

export const Hero = ({ hero: { headline, accent, lead, goods, days, docket }, trade, name }: Hero) => (
  <HeroSection>
    <Columns width="hero">
      <TextColumn>
        <HeroTitle>
          {headline} <span>{accent}</span>
        </HeroTitle>
        <LeadText>{lead}</LeadText>
        <HeroActions>
          <ButtonLink to={pagePaths.contact} caps>
            {`CONTACT US TO TRY ${name.toUpperCase()} ERP!`}
          </ButtonLink>
          <ArrowLink to={pagePaths.features}>All features</ArrowLink>
        </HeroActions>
      </TextColumn>
      <Stage>
        <PalletScene goods={goods} days={days} label={`${words[goods[0]]} in crates on a pallet`} />
        {docket && (
          <Laid>
            <Docket trade={trade} />
          </Laid>
        )}
      </Stage>
    </Columns>
  </HeroSection>
)
