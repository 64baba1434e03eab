import { ButtonLink, TextLink } from '#client/ui/base/button.tsx'
import { Lead } from '#client/ui/base/layout.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { HeroActions, HeroColumns, HeroSection, HeroTitle } from '#client/ui/brand/hero.tsx'
import { TickList } from '#client/ui/brand/tick-list.tsx'
import type { HomeTexts } from '#contract/home-texts.ts'
import { pagePaths } from '#contract/paths.ts'

/** In a separate chunk: the text of the hero is hydrated without it. */
export const HeroVideo = lazyPart(() => import('./hero-video.tsx'))

type HeroProps = { name: string; texts: HomeTexts['hero'] }

export const Hero = ({ name, texts: { headline, accent, lead, benefits } }: HeroProps) => (
  <Section>
    <HeroColumns width="hero">
      <div>
        <HeroTitle>
          {headline} <span>{accent}</span>
        </HeroTitle>
        <Lead>{lead}</Lead>
        <Ticks items={benefits} />
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
