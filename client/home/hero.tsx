import { ButtonLink, TextLink } from '#client/ui/base/button.tsx'
import { Lead } from '#client/ui/base/layout.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { HeroActions, HeroColumns, HeroSection, HeroTitle } from '#client/ui/brand/hero.tsx'
import { TickList } from '#client/ui/brand/tick-list.tsx'
import { pagePaths } from '#contract/paths.ts'

/** In a separate chunk: the text of the hero is hydrated without it. */
export const HeroVideo = lazyPart(() => import('./hero-video.tsx'))

const ticks = [
  'We customize the software and set up your data for free',
  '1 month free trial: no money down, no contracts',
  'Work directly with our founder and his team',
]

export const Hero = ({ name }: { name: string }) => (
  <Section>
    <HeroColumns width="hero">
      <div>
        <HeroTitle>
          Food businesses run smoother on <span>{`${name} ERP.`}</span>
        </HeroTitle>
        <Lead>The order comes in tonight. The bread, the van and the invoice follow.</Lead>
        <Ticks items={ticks} />
        <HeroActions>
          <ContactButton name={name} />
          <TextLink to={pagePaths.pricing}>Compare editions</TextLink>
        </HeroActions>
      </div>
      <div data-print="hidden">
        <HeroVideo />
      </div>
    </HeroColumns>
  </Section>
)

export const ContactButton = ({ name }: { name: string }) => (
  <Wide to={pagePaths.contact} caps>
    {`CONTACT US TO TRY ${name.toUpperCase()} ERP!`}
  </Wide>
)

const s = createStyled('hero')
const Section = s(HeroSection)`
  padding-bottom: clamp(36px, 6vw, 96px);
`
const Ticks = s(TickList)`
  margin: var(--s-6) 0;
  ${media.phone} { margin-block: 24px; font-size: 1.0625rem; }
`
const Wide = s(ButtonLink)`
  ${media.phone} { width: 100%; }
`
