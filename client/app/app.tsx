import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { Navigate, useLocation, useNavigationType } from 'react-router-dom'
import { ErrorScreen } from '#client/app/frame/error-page.tsx'
import type { FrameProps } from '#client/app/frame/layout.tsx'
import { findPage, type PageAddress } from '#client/app/routing/find-page.ts'
import { useServerRenderedLinks } from '#client/app/routing/links.ts'
import type { NavigationCache } from '#client/app/routing/navigation-cache.ts'
import type { AnyRoute, Page } from '#client/app/routing/route.ts'
import type { ScrollPositions } from '#client/app/routing/scroll-positions.ts'
import { useNavigationEffects } from '#client/app/routing/use-navigation-effects.ts'
import { announceReady } from '#client/lib/hydration.ts'
import { LoadFailedContext, retryWithBackoff } from '#client/lib/loading.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { Container } from '#client/ui/base/layout.tsx'
import { ErrorBoundary } from '#client/ui/base/lazy-part.tsx'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import type { SiteInfo } from '#contract/site.ts'

type AppProps = {
  Frame: ComponentType<FrameProps>
  site: SiteInfo
  cache: NavigationCache
  scroll?: ScrollPositions
}

/** All pages of a script, rendered the same way by server and browser. Any other URL is left to the server. */
export function App({ Frame, site, cache, scroll }: AppProps) {
  const { pathname, search, key } = useLocation()
  const address = useMemo(() => findPage({ pathname, search }, site.slug), [pathname, search, site.slug])
  useServerRenderedLinks(site.slug)
  useEffect(announceReady, [])
  const returning = useNavigationType() === 'POP'
  return (
    <Frame site={site}>
      {address ? (
        <ErrorBoundary
          resetKey={key}
          onError={() => cache.evict(address.key)}
          fallback={<ErrorScreen site={site} scroll={scroll} />}
        >
          <PageView
            key={remountKey(address)}
            address={address}
            site={site}
            cache={cache}
            scroll={scroll}
            returning={returning}
          />
        </ErrorBoundary>
      ) : (
        <OtherDocument />
      )}
    </Frame>
  )
}

/** The page of the other script, or none: the server knows. A reload would leave both entries of the history to one script. */
function OtherDocument() {
  useEffect(() => location.replace(location.pathname + location.search), [])
  return null
}

/** Another search in a list keeps the page mounted, with its search field. */
const remountKey = ({ key, route }: PageAddress) => route.mount ?? key.replace(/\?q=[^&]*/, '')

/** The page of a URL, or the previous one in the same place. `failed`: the URL that is being retried. */
type State = { forKey: string; page?: Page | undefined; failed?: string }

export type PageViewProps = {
  address: PageAddress
  site: SiteInfo
  cache: NavigationCache
  scroll: ScrollPositions | undefined
}

/** Renders the page of a URL: from the cache at once, otherwise after loading, which is retried until it succeeds. */
export function PageView({ address, site, cache, scroll, returning }: PageViewProps & { returning: boolean }) {
  const { page, failed } = usePage(address, cache, returning)
  useNavigationEffects(scroll, page, site)
  if (!page) return <PageLoading route={address.route} failed={failed} />
  const { redirectTo } = page.head(site)
  if (redirectTo) return <Navigate to={redirectTo} replace />
  return <LoadFailedContext value={failed}>{page.render(site)}</LoadFailedContext>
}

/** Mounted once per place, so it never holds another page's state. The last page stays until the next one is loaded. */
function usePage(
  address: PageAddress,
  cache: NavigationCache,
  returning: boolean,
): { page: Page | undefined; failed: boolean } {
  const [state, setState] = useState<State>(() => ({ forKey: address.key, page: cache.peek(address, returning) }))
  const loaded = state.page && state.forKey === address.key
  useEffect(() => {
    if (loaded) return
    return retryWithBackoff(
      () => cache.open(address),
      (page) => setState({ forKey: address.key, page }),
      () => setState((last) => ({ ...last, failed: address.key })),
    )
  }, [address, cache, loaded])
  return { page: state.page, failed: !loaded && state.failed === address.key }
}

function PageLoading({ route, failed }: { route: AnyRoute; failed: boolean }) {
  return (
    <FullHeight>
      <Spinner label={route.loadingLabel} />
      <div role="status">
        {failed && (
          <p>
            Loading failed. Trying again… <TextLink to={route.fallbackLink.to}>{route.fallbackLink.label}</TextLink>
          </p>
        )}
      </div>
    </FullHeight>
  )
}

const s = createStyled('page-view')
/** As high as the window, so that the footer does not jump. */
const FullHeight = s(Container)`
  min-height: 80vh;
  padding-block: calc(var(--toolbar) + var(--s-section));
`
