import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { LoadFailed, retryWithBackoff } from '#client/lib/loading.ts'
import { TextLink } from '#client/ui/form/button.tsx'
import { Container } from '#client/ui/layout.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { createStyled } from '#client/ui/styles.ts'
import type { SiteFacts } from '#contract/site.ts'
import type { PageAddress } from './find-page.ts'
import type { NavigationCache } from './navigation-cache.ts'
import type { AnyRoute, Page } from './route.ts'
import type { ScrollPositions } from './scroll-positions.ts'
import { useNavigationEffects } from './use-navigation-effects.ts'

/**
 * The page of a URL, or the previous one in the same place. `failed`: the URL whose load failed and is being retried.
 */
type State = { of: string; page?: Page | undefined; failed?: string }

export type ScreenSite = {
  address: PageAddress
  site: SiteFacts
  visits: NavigationCache
  scroll: ScrollPositions | undefined
}

/** Renders the page of a URL: from the cache at once, otherwise after loading, which is retried until it succeeds. */
export function Screen({ address, site, visits, scroll, returning }: ScreenSite & { returning: boolean }) {
  const { page, failed } = useOpened(address, visits, returning)
  useNavigationEffects(scroll, page, site)
  if (!page) return <Waiting route={address.route} failed={failed} />
  const { redirectTo } = page.head(site)
  if (redirectTo) return <Navigate to={redirectTo} replace />
  return <LoadFailed value={failed}>{page.render(site)}</LoadFailed>
}

/** Mounted once per place, so it never holds another page's state. The last page stays until the next one is loaded. */
function useOpened(
  address: PageAddress,
  visits: NavigationCache,
  returning: boolean,
): { page: Page | undefined; failed: boolean } {
  const [state, setState] = useState<State>(() => ({ of: address.key, page: visits.peek(address, returning) }))
  const loaded = state.page && state.of === address.key
  useEffect(() => {
    if (loaded) return
    return retryWithBackoff(
      () => visits.open(address),
      (page) => setState({ of: address.key, page }),
      () => setState((last) => ({ ...last, failed: address.key })),
    )
  }, [address, visits, loaded])
  return { page: state.page, failed: !loaded && state.failed === address.key }
}

function Waiting({ route, failed }: { route: AnyRoute; failed: boolean }) {
  return (
    <Room>
      <Spinner label={route.loadingLabel} />
      <div role="status">
        {failed && (
          <p>
            Loading failed. Trying again… <TextLink to={route.fallbackLink.to}>{route.fallbackLink.label}</TextLink>
          </p>
        )}
      </div>
    </Room>
  )
}

const s = createStyled('screen')
/** As high as the window, so that the footer does not jump. */
const Room = s(Container)`
  min-height: 80vh;
  padding-block: var(--s-section);
`
