import { useEffect, useMemo } from 'react'
import { Navigate, useLocation, useNavigationType } from 'react-router-dom'
import { useServerRenderedLinks } from '#client/app/routing/links.ts'
import type { NavigationCache } from '#client/app/routing/navigation-cache.ts'
import { announceReady } from '#client/lib/hydration.ts'
import { ErrorBoundary } from '#client/ui/error-boundary.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'
import { ErrorScreen } from './frame/error-page.tsx'
import { Layout } from './frame/layout.tsx'
import { findPage, type PageAddress } from './routing/find-page.ts'
import { Screen } from './routing/page-view.tsx'
import type { ScrollPositions } from './routing/scroll-positions.ts'

type AppProps = {
  site: SiteFacts
  visits: NavigationCache
  /** Only in the browser. */
  scroll?: ScrollPositions
}

/** The whole site, rendered the same way by server and browser. A URL without a page redirects to `/`. */
export function App({ site, visits, scroll }: AppProps) {
  const { pathname, search, key } = useLocation()
  const address = useMemo(() => findPage({ pathname, search }, site.slug), [pathname, search, site.slug])
  useServerRenderedLinks(site.slug)
  useEffect(announceReady, [])
  const returning = useNavigationType() === 'POP'
  return (
    <Layout site={site} frame={address?.route.frame ?? 'site'}>
      {address ? (
        <ErrorBoundary
          resetKey={key}
          onError={() => visits.evict(address.key)}
          fallback={<ErrorScreen site={site} scroll={scroll} />}
        >
          <Screen key={placeOf(address)} {...{ address, site, visits, scroll, returning }} />
        </ErrorBoundary>
      ) : (
        <Navigate to={pagePaths.home} replace />
      )}
    </Layout>
  )
}

/** Another search in a list keeps the page mounted, with its search field. */
const placeOf = ({ key }: PageAddress) => key.replace(/\?q=[^&]*/, '')
