import { PalletDeck } from '#client/screens/pallet-deck.tsx'
import { Container } from '#client/ui/container.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { media } from '#client/ui/theme.ts'
import { pagePaths } from '#contract/paths.ts'
import { ContactButton } from './contact-button.tsx'
import { HeroVideo } from './hero-video.tsx'

const s = scoped('hero')
/** Behind it, the faint lines of an order sheet, fading out to the left. */
const Section = s('section')`
  position: relative;
  overflow: hidden;
  padding: calc(76px + clamp(28px, 5vw, 76px)) 0 clamp(48px, 6vw, 96px);
  &::before {
    content: '';
    position: absolute;
    inset: 0;
    background: repeating-linear-gradient(180deg, transparent 0 66px, color-mix(in srgb, var(--line) 42%, transparent) 66px 67px);
    mask-image: linear-gradient(200deg, black 0, transparent 62%);
  }
  ${media.phone} { padding-top: 96px; }
`
const Columns = s(Container)`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 0.8fr) minmax(0, 1.15fr);
  gap: clamp(32px, 4vw, 72px);
  align-items: center;
  ${media.hero} { grid-template-columns: minmax(0, 1fr); }
`
const Headline = s('h1')`
  font-size: var(--t-display);
  line-height: 1.06;
  letter-spacing: -0.022em;
  & span { color: var(--primary-ink); }
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

const ticks = [
  'We customize the software and set up your data for free',
  '1 month free trial: no money down, no contracts',
  'Work directly with our founder and his team',
]

/** Headline, the three ticks and the call to action, beside the video (§2). */
export const Hero = ({ name }: { name: string }) => (
  <Section>
    <Columns width="hero">
      <div>
        <Headline>
          Food businesses run smoother on <span>{name} ERP.</span>
        </Headline>
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
    </Columns>
  </Section>
)
