import type { PageProps } from '#client/lib/page-types.ts'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { apps } from './apps.tsx'
import { DownloadHero } from './download-hero.tsx'
import type { AppId } from './downloads-data.ts'
import { Install } from './install.tsx'
import { Points } from './points.tsx'

/** `/download-{slug}-driver-pro` and `/download-{slug}-operator-pro` (§2): two apps, one screen. */
export default function DownloadScreen({ data: id, site }: PageProps<AppId>) {
  const { points, other } = apps[id]
  return (
    <>
      <DownloadHero id={id} site={site} />
      <Points {...points} />
      <Install id={id} site={site} />
      <ClosingCallToAction title={other.title} text={other.text} goods={other.goods}>
        <ButtonLink to={other.path(site.slug)}>{other.label}</ButtonLink>
      </ClosingCallToAction>
    </>
  )
}
