import { useEffect, useMemo } from 'react'
import { Navigate, useLocation, useNavigationType } from 'react-router-dom'
import { tellAlive } from '#client/hooks/alive.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'
import { findPage, type PageAddress } from './address.ts'
import type { Arrivals } from './arrival.ts'
import { Layout } from './layout.tsx'
import { useDrawnLinks } from './links.ts'
import { Screen } from './screen.tsx'
import type { Visits } from './visits.ts'

/** The whole site, drawn alike by the server and by the browser. Any address that names no page ends at `/` (§2). */
export function App({ site, visits, arrivals }: { site: SiteFacts; visits: Visits; arrivals: Arrivals }) {
  const { pathname, search } = useLocation()
  const address = useMemo(() => findPage({ pathname, search }, site.slug), [pathname, search, site.slug])
  useDrawnLinks(site.slug)
  useEffect(tellAlive, [])
  const returning = useNavigationType() === 'POP'
  return (
    <Layout site={site} frame={address?.route.frame ?? 'site'}>
      {address ? (
        <Screen key={placeOf(address)} {...{ address, site, visits, arrivals, returning }} />
      ) : (
        <Navigate to={pagePaths.home} replace />
      )}
    </Layout>
  )
}

/** What a list is narrowed to is no other place: its search field stays, with what is typed. */
const placeOf = ({ key }: PageAddress) => key.replace(/\?q=[^&]*/, '')
