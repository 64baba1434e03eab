import { useEffect, useState } from 'react'
import { useTheme } from '#client/lib/use-theme.ts'
import { Icon } from '#client/ui/base/icon.tsx'
import { Container } from '#client/ui/base/layout.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Logo } from '#client/ui/brand/logo.tsx'
import { WEEK } from '#client/ui/brand/week.ts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { opensPrivacyPolicy, PrivacyDialog } from './privacy-dialog.tsx'

export function Footer({ site }: { site: SiteInfo }) {
  const [isPolicyWanted, setPolicyWanted] = useState(false)
  return (
    <Foot>
      <WeekStrip />
      <Columns>
        <Brand>
          <Logo name={site.name} />
          <p>{site.footer}</p>
          <Social>
            {networks.map(({ key, icon, label }) => (
              <li key={key}>
                <a href={site.social[key]} target="_blank" rel="noopener" aria-label={label}>
                  <Icon name={icon} size={22} />
                </a>
              </li>
            ))}
          </Social>
        </Brand>
        <LinkColumn id="product-pages" title="Product" links={productLinks(site.slug)} />
        <LinkColumn id="more-info" title="More Info" links={moreInfo} />
        <Legal terms={storageUrl(site.documents.terms)} onPolicy={() => setPolicyWanted(true)} />
      </Columns>
      <Last>
        <span>{`© 2019–${site.year} ${site.name}`}</span>
        <ThemeSwitch />
      </Last>
      <PrivacyDialog html={site.privacyPolicy} wanted={isPolicyWanted} />
    </Foot>
  )
}

/** Label and path. */
type Links = readonly (readonly [string, string])[]

const productLinks = (slug: string): Links => [
  ['Features', pagePaths.features],
  ['Pricing', pagePaths.pricing],
  ['Distributors', pagePaths.landing('distributors')],
  ['Driver Pro app', pagePaths.driverApp(slug)],
  ['Operator Pro app', pagePaths.operatorApp(slug)],
]

const moreInfo: Links = [
  ['Contact Us', pagePaths.contact],
  ['Blog', pagePaths.blog],
  ['Bakery ERP', pagePaths.landing('bakery-erp')],
  ['Milk Distribution', pagePaths.landing('milk-distribution')],
  ['Sauce ERP', pagePaths.landing('sauce-erp')],
  ['Importers', pagePaths.landing('importers')],
]

const networks = [
  { key: 'facebook', icon: 'facebook', label: 'Facebook' },
  { key: 'x', icon: 'x-social', label: 'X (Twitter)' },
  { key: 'google', icon: 'google', label: 'Google search' },
  { key: 'instagram', icon: 'instagram', label: 'Instagram' },
] as const

function LinkColumn({ id, title, links }: { id: string; title: string; links: Links }) {
  return (
    <nav aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <ul>
        {links.map(([label, to]) => (
          <li key={to}>
            <Entry as={Link} to={to}>
              {label}
            </Entry>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Legal({ terms, onPolicy }: { terms: string; onPolicy: () => void }) {
  return (
    <div>
      <Title>Legal</Title>
      <ul>
        <li>
          <Entry href={terms} download>
            Terms Of Use
            <Icon name="download" size={16} />
          </Entry>
        </li>
        <li>
          <Entry as="button" type="button" aria-haspopup="dialog" onClick={onPolicy} {...opensPrivacyPolicy()}>
            Privacy Policy
          </Entry>
        </li>
      </ul>
    </div>
  )
}

/** The days of the week in their colors, with today highlighted. Decorative. */
export function WeekStrip() {
  const weekday = useWeekday()
  return (
    <Strip aria-hidden="true">
      {WEEK.map((day, index) => (
        <Day key={day} data-day={day} data-today={index === weekday || undefined} />
      ))}
    </Strip>
  )
}

/** The current day, 0 for Monday; `undefined` until hydration: the server does not know the reader's time zone. */
export function useWeekday(): number | undefined {
  const [weekday, setWeekday] = useState<number>()
  useEffect(() => setWeekday((new Date().getDay() + 6) % 7), [])
  return weekday
}

export function ThemeSwitch() {
  const [theme, choose] = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <Face type="button" aria-label={`Switch to ${other} theme`} onClick={() => choose(other)}>
      <Icon name={other === 'light' ? 'sun' : 'moon'} size={18} />
      <span>{other === 'light' ? 'Light theme' : 'Dark theme'}</span>
    </Face>
  )
}

const s = createStyled('footer')
const Foot = s('footer')`
  background: var(--bg-band);
`
const Last = s(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 16px;
  padding-block: 20px;
  border-top: 1px solid var(--line);
  color: var(--text-3);
  font-size: var(--t-small);
`
export const Columns = s(Container)`
  display: grid;
  grid-template-columns: 1.6fr 1fr 1fr 1fr;
  gap: 48px;
  padding-block: clamp(40px, 5vw, 64px) clamp(24px, 4vw, 48px);
  ${media.compact} { grid-template-columns: repeat(auto-fill, minmax(124px, 1fr)); gap: 28px 24px; }
`
export const Brand = s('div')`
  & > p { max-width: 24.8em; margin: 16px 0 18px; color: var(--text-2); }
  ${media.compact} { grid-column: 1 / -1; }
`
export const Social = s('ul')`
  display: flex;
  gap: 4px;
  margin-left: -11px;
  & a {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    border-radius: var(--r-md);
    color: var(--text-2);
  }
  & a:hover { background: var(--surface-2); color: var(--text); }
`
export const Title = s('h2')`
  margin-bottom: 14px;
  font: 680 1rem / 1.2 var(--f-body);
  letter-spacing: 0;
`
/** One component for links and the button, because its styles are in every page. */
const Entry = s('a')`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--text-2);
  text-decoration: none;
  font-size: var(--t-small);
  cursor: pointer;
  &:hover { color: var(--text); text-decoration: underline; text-underline-offset: 4px; }
`
const Strip = s('div')`
  display: flex;
  height: 6px;
`
const Day = s('i')`
  flex: 1;
  background: var(--day);
  &:not([data-today]) { opacity: 0.5; }
`
const Face = s('button')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  padding: 0 8px;
  border: 0;
  border-radius: var(--r-sm);
  background: none;
  color: var(--text-2);
  cursor: pointer;
  &:hover { color: var(--text); }
`
