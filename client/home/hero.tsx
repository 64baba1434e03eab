import { PalletDeck } from '#client/mockups/frames.tsx'
import { HeroColumns, HeroSection, HeroTitle } from '#client/ui/brand/hero.tsx'
import { ButtonLink, TextLink } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { pagePaths } from '#contract/paths.ts'
import { HeroVideo } from './hero-video.tsx'

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
          Food businesses run smoother on <span>{name} ERP.</span>
        </HeroTitle>
        <Ticks>
          {ticks.map((tick) => (
            <li key={tick}>
              <Icon name="check" bold />
              {tick}
            </li>
          ))}
        </Ticks>
        <Actions>
          <ContactButton name={name} />
          <TextLink to={pagePaths.pricing}>Compare editions</TextLink>
        </Actions>
      </div>
      <div>
        <HeroVideo />
        <PalletDeck />
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
  padding-bottom: clamp(48px, 6vw, 96px);
`
const Ticks = s('ul')`
  display: grid;
  gap: 14px;
  margin: var(--s-6) 0;
  font-size: 1.125rem;
  line-height: 1.45;
  & li { display: flex; gap: 14px; align-items: flex-start; }
  & svg {
    box-sizing: content-box;
    padding: 4px;
    border-radius: 7px;
    background: var(--primary-soft);
    color: var(--primary-ink);
  }
  ${media.phone} { font-size: 1.0625rem; }
`
const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 24px;
  align-items: center;
  ${media.phone} { & > :first-child { width: 100%; } }
`
const Wide = s(ButtonLink)`
  ${media.phone} { width: 100%; }
`
