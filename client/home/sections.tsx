import type { ComponentType } from 'react'
import { MiniCrm, MiniOrder, MiniPortal } from '#client/mockups/mini.tsx'
import { ButtonLink } from '#client/ui/base/button.tsx'
import { Icon, type IconName } from '#client/ui/base/icon.tsx'
import { TitledSection } from '#client/ui/base/layout.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { cardEdge, createStyled, media } from '#client/ui/base/styles.ts'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { Card } from '#client/ui/content/card.tsx'
import { Chip } from '#client/ui/content/chip.tsx'
import type { HomeTexts } from '#contract/home-texts.ts'
import { pagePaths } from '#contract/paths.ts'
import { landingIds, trades } from '#contract/trades.ts'

type Part = { title: string; text: 'crm' | 'ordering' | 'portal'; Picture: ComponentType<object>; isPlugin?: true }

const parts: Part[] = [
  {
    title: 'Advanced CRM',
    text: 'crm',
    Picture: MiniCrm,
  },
  {
    title: 'Sales Ordering',
    text: 'ordering',
    Picture: MiniOrder,
    isPlugin: true,
  },
  {
    title: 'Client Portal',
    text: 'portal',
    Picture: MiniPortal,
    isPlugin: true,
  },
]

export const Overview = ({ texts }: { texts: HomeTexts['overview'] }) => (
  <TitledSection $band $thin title={texts.title}>
    <Cards>
      {parts.map(({ title, text, Picture, isPlugin }) => (
        <Card key={title}>
          <PictureBox>
            <Picture />
          </PictureBox>
          <TextColumn>
            <h3>{title}</h3>
            <p>{texts[text]}</p>
            <Links>
              <ButtonLink to={pagePaths.contact} variant="outline" small>
                <LabelWithHiddenContext visible="Learn More" hidden={`about ${title}`} />
              </ButtonLink>
              {isPlugin && (
                <Chip kind="category" to={`${pagePaths.pricing}#plugins`}>
                  Plugin · extra
                </Chip>
              )}
            </Links>
          </TextColumn>
        </Card>
      ))}
    </Cards>
  </TitledSection>
)

type Plugin = { title: string; text: string; icon: IconName; day: Day; soon?: boolean }

const plugins: Plugin[] = [
  {
    title: 'Sales Order System',
    text: 'Wholesale orders, production, packaging, shipping and invoices.',
    icon: 'cart',
    day: 'mon',
  },
  { title: 'Client Login', text: 'A portal where clients order, see invoices and pay.', icon: 'lock', day: 'sun' },
  {
    title: 'Calendars and Appointments',
    text: 'Your team’s calendar and appointments, in the same system.',
    icon: 'calendar',
    day: 'thu',
    soon: true,
  },
  {
    title: 'Project Management',
    text: 'Your team’s projects, next to its daily orders.',
    icon: 'list',
    day: 'sat',
    soon: true,
  },
]

export function Plugins({ texts: { lead } }: { texts: HomeTexts['plugins'] }) {
  return (
    <TitledSection $thin title="Plugins Tailored To Your Business" lead={lead}>
      <PluginGrid>
        {plugins.map(({ title, text, icon, day, soon = false }) => (
          <Box key={title} $soon={soon}>
            <Badge data-day={day}>
              <Icon name={icon} size={24} />
            </Badge>
            <div>
              <h3>
                <LastWordsTogether text={title} />
              </h3>
              <p>{text}</p>
              <Chip kind={soon ? 'soon' : 'available'}>{soon ? 'Coming soon' : 'Available'}</Chip>
            </div>
          </Box>
        ))}
      </PluginGrid>
    </TitledSection>
  )
}

/** The last line of a narrow headline has two words. */
function LastWordsTogether({ text }: { text: string }) {
  const words = text.split(' ')
  return (
    <>
      <span>{words.slice(0, -2).join(' ')}</span> <Together>{words.slice(-2).join(' ')}</Together>
    </>
  )
}

/** Continues the hero. */
export const Trades = ({ texts: { title } }: { texts: HomeTexts['trades'] }) => (
  <TitledSection id="trades" $joined $thin title={title}>
    <TradeGrid>
      {landingIds.map((id) => (
        <li key={id}>
          <Trade to={pagePaths.landing(id)}>
            <svg width="64" height="64" aria-hidden="true">
              <use href={`#good-${trades[id].good}`} />
            </svg>
            <strong>{trades[id].name}</strong> <span>{trades[id].text}</span>
          </Trade>
        </li>
      ))}
    </TradeGrid>
  </TitledSection>
)

const s = createStyled('home-sections')
const Cards = s('div')`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 24px;
  ${media.compact} { gap: 16px; }
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
const TextColumn = s('div')`
  display: flex;
  flex: 1;
  flex-direction: column;
  align-items: start;
  padding: 24px 26px;
  border-top: 1px solid var(--line);
  & > p { margin: 8px 0 16px; color: var(--text-2); }
  ${media.compact} { padding: 18px 20px; border-top: 0; & > p { margin-bottom: 12px; } }
`
const Links = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 10px 16px;
  align-items: center;
  margin-top: auto;
`
/** On phones, the screen below shows the same order. */
/** In narrow windows, three to a row are too small to be read. */
const PictureBox = s('div')`
  ${media.compact} { display: none; }
`
const PluginGrid = s('ul')`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 16px;
  ${media.hero} { grid-template-columns: 1fr 1fr; }
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
/** Plugins that are not available yet are only outlined. */
const Box = s('li')<{ $soon: boolean }>`
  padding: 26px 24px;
  border-radius: var(--r-lg);
  ${({ $soon }) => ($soon ? 'border: 1.5px dashed var(--line-strong);' : `background: var(--surface); ${cardEdge}`)}
  & h3 { font-size: 1.25rem; }
  & p { margin: 6px 0 14px; color: var(--text-2); font-size: 1rem; }
  ${media.hero} { display: grid; grid-template-columns: 48px minmax(0, 1fr); gap: 18px; padding: 20px; }
  ${media.narrow} {
    display: block;
    padding: 15px 18px;
    & > :first-child { display: none; }
    & > div { display: flex; flex-wrap: wrap; gap: 5px 12px; align-items: center; justify-content: space-between; }
    & h3 { font-size: 1.125rem; }
    & p { order: 1; flex-basis: 100%; margin: 0; }
  }
`
const Together = s('span')`
  white-space: nowrap;
`
const Badge = s('div')`
  display: grid;
  place-items: center;
  width: 48px;
  height: 48px;
  margin-bottom: 16px;
  border-radius: 12px;
  background: color-mix(in srgb, var(--day) 18%, transparent);
  color: var(--day-ink);
`
const TradeGrid = s('ul')`
  display: grid;
  grid-template-columns: repeat(5, 1fr);
  gap: 12px;
  & > li { display: grid; }
  ${media.hero} { grid-template-columns: minmax(0, 1fr); }
`
const Trade = s(Link)`
  padding: 20px 20px 18px;
  border-radius: var(--r-lg);
  background: var(--surface);
  ${cardEdge}
  text-decoration: none;
  transition: transform var(--base) var(--out);
  &:hover { transform: translateY(-3px); }
  & > svg { margin-bottom: 10px; }
  & > strong { display: block; font: 620 1.25rem / 1.2 var(--f-display); }
  & > span { display: block; margin-top: 6px; color: var(--text-2); font-size: var(--t-small); line-height: 1.45; }
  ${media.hero} {
    display: grid;
    grid-template-columns: 48px 1fr;
    column-gap: 16px;
    align-items: center;
    padding: 8px 16px 10px;
    & > svg { grid-row: 1 / 3; width: 48px; height: 48px; margin: 0; }
    & > span { margin-top: 1px; }
  }
  ${media.phone} {
    grid-template-columns: 40px 1fr;
    column-gap: 12px;
    padding: 6px 14px 8px;
    & > svg { width: 40px; height: 40px; }
    & > strong { font-size: 1.125rem; }
    & > span { font-size: 0.875rem; }
  }
`
