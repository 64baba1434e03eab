import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { ButtonLink } from '#client/ui/base/button.tsx'
import { TitledSection } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import { DayCards } from '#client/ui/brand/day-cards.tsx'
import { WEEK } from '#client/ui/brand/week.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { apps } from './apps.tsx'
import { DownloadHero } from './download-hero.tsx'
import { Install } from './install.tsx'
import type { AppId } from './operating-system.ts'

export const head = (app: AppId, { name, slug }: SiteInfo): DocumentHead =>
  app === 'driver'
    ? {
        title: `Driver Pro: the app for your drivers | ${name}`,
        description: `Driver Pro is the ${name} app for the people who deliver. How your drivers get it.`,
        canonicalPath: pagePaths.driverApp(slug),
        image: 'driver-pro',
      }
    : {
        title: `Operator Pro: the app for the floor | ${name}`,
        description: `Operator Pro is the ${name} app for the people who make, fill and pack. How your operators get it.`,
        canonicalPath: pagePaths.operatorApp(slug),
        image: 'operator-pro',
      }

/** `/download-{slug}-driver-pro` and `/download-{slug}-operator-pro`: two apps, one component. */
export default function DownloadPage({ data: id, site }: PageProps<AppId>) {
  return (
    <>
      <DownloadHero id={id} site={site} />
      <Install id={id} site={site} />
      <Abilities id={id} does={site.apps[id].does} />
      <Samples id={id} joined={site.apps[id].does.length > 0} />
      <ClosingCallToAction
        title="Try it with your own orders"
        text="We set up your data for free, and the first month is free too. No money down, no contracts."
        goods={apps[id].goods}
      >
        <ButtonLink to={pagePaths.contact} caps>
          {`GET STARTED WITH ${site.name.toUpperCase()} ERP`}
        </ButtonLink>
      </ClosingCallToAction>
    </>
  )
}

type Does = SiteInfo['apps']['driver']['does']

const Abilities = ({ id, does }: { id: AppId; does: Does }) =>
  does.length > 0 && (
    <TitledSection title={`What ${apps[id].name} does`}>
      <DayCards cards={does.map((one, index) => ({ ...one, day: WEEK[index] ?? 'mon' }))} />
    </TitledSection>
  )

function Samples({ id, joined }: { id: AppId; joined: boolean }) {
  const { title, screen: Screen, trades } = apps[id].samples
  return (
    <TitledSection title={title} $joined={joined}>
      <figure>
        <Screens $count={trades.length}>
          {trades.map((trade) => (
            <Screen key={trade} trade={trade} />
          ))}
        </Screens>
        <Caption>Sample data. Your screens carry your products, clients and prices.</Caption>
      </figure>
    </TitledSection>
  )
}

const s = createStyled('download-page')
/** On phones, one below the other, and not the third. */
const Screens = s('div')<{ $count: number }>`
  display: grid;
  grid-template-columns: repeat(${({ $count }) => $count}, minmax(0, 1fr));
  gap: clamp(20px, 3vw, 48px);
  ${media.narrow} {
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
    & > :nth-child(3) { display: none; }
  }
`
const Caption = s('figcaption')`
  margin-top: 24px;
  color: var(--text-2);
  font-size: var(--t-small);
  text-align: center;
`
