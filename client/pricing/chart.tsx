import { useEffect, useId, useState } from 'react'
import { ArrowLink } from '#client/ui/base/button.tsx'
import { Container } from '#client/ui/base/layout.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Switch } from '#client/ui/form/checkbox.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PluginPrices } from '#contract/site.ts'
import { type Billing, useMonthly, usePeople } from './billing.ts'
import { EditionCards } from './edition-cards.tsx'
import { AdditionalCosts, Fitting, fitOf, HiddenWithoutScript, Legend, type Offers, PluginList } from './price.tsx'

/** In a separate chunk: phones do not show it. */
export const EditionTable = lazyPart(() => import('./edition-table.tsx'))

type ChartProps = Pick<Offers, 'plans'> & { billing: Billing; pluginPrices: PluginPrices | undefined }

/** The Software Edition Comparison Chart (docs/product-rules.md#compact-chart). */
export function Chart({ plans, billing, pluginPrices }: ChartProps) {
  const monthly = useMonthly(billing)
  const fit = fitOf(usePeople(billing), plans, monthly)
  const compact = useCompact()
  const heading = useId()
  const undecided = compact === undefined
  return (
    <Fitting value={fit}>
      <Section>
        <Top>
          <h2 id={heading}>Software Edition Comparison Chart</h2>
          <HiddenWithoutScript>
            <Switch checked={monthly} onChange={billing.setMonthly}>
              Show Monthly
            </Switch>
          </HiddenWithoutScript>
        </Top>
        <Wide $undecided={undecided} hidden={compact} data-print="shown">
          <EditionTable plans={plans} billing={billing} labelledBy={heading} />
          <Below>
            <div>
              <Legend />
              <AdditionalCosts />
            </div>
            <ArrowLink to={pagePaths.features}>See the features</ArrowLink>
          </Below>
        </Wide>
        {compact !== false && (
          <Compact $undecided={undecided} data-print="hidden">
            <EditionCards plans={plans} monthly={monthly} />
          </Compact>
        )}
        <PluginList prices={pluginPrices} />
      </Section>
    </Fitting>
  )
}

/** The media query `compact` has the same width. */
export const COMPACT_MAX_WIDTH_PX = 960
/** Delay between loading the page and the first check. */
export const COMPACT_CHECK_DELAY_MS = 250

type Browser = Pick<Window, 'innerWidth' | 'setTimeout' | 'clearTimeout' | 'addEventListener' | 'removeEventListener'>

/** Reports once after the delay, then on every resize. Returns a function that stops it. */
export function watchCompact(tell: (compact: boolean) => void, browser: Browser = window): () => void {
  const check = () => tell(browser.innerWidth <= COMPACT_MAX_WIDTH_PX)
  const timer = browser.setTimeout(check, COMPACT_CHECK_DELAY_MS)
  browser.addEventListener('resize', check)
  return () => {
    browser.clearTimeout(timer)
    browser.removeEventListener('resize', check)
  }
}

/** `undefined` before the first check, while only the media query applies. */
export function useCompact(): boolean | undefined {
  const [compact, setCompact] = useState<boolean>()
  useEffect(() => watchCompact(setCompact), [])
  return compact
}

const s = createStyled('chart')
const Section = s(Container)`
  padding-bottom: var(--s-section);
`
const Top = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: 24px;
  margin-bottom: 28px;
  & > :last-child { margin-bottom: -6px; }
`
/** Before the first check both layouts are rendered, and CSS shows one of them. */
const Wide = s('div')<{ $undecided: boolean }>`
  ${({ $undecided }) => $undecided && `${media.compact} { display: none; }`}
`
const Compact = s('div')<{ $undecided: boolean }>`
  ${({ $undecided }) => $undecided && `display: none; ${media.compact} { display: block; }`}
`
const Below = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 16px 24px;
  margin-top: 28px;
`
