/** The browser's side of a page that the server drew: takes its data from the document, and goes on from there. */
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom'
import { httpApi } from '#client/api/reading.ts'
import { findPage } from '#client/app/address.ts'
import { App } from '#client/app/app.tsx'
import { createArrivals } from '#client/app/arrival.ts'
import { asDrawn } from '#client/app/as-drawn.tsx'
import { fetchDrawings } from '#client/app/drawings.ts'
import { fadingHistory } from '#client/app/fading.ts'
import { layOutRest } from '#client/app/lay-out.ts'
import { ROOT_ID, readPageData, readSiteFacts } from '#client/app/page-data.ts'
import { prefetchLinks } from '#client/app/prefetch.ts'
import { chunkOf, reloadOnPreloadError } from '#client/app/preload-error.ts'
import type { AnyRoute, Page } from '#client/app/route.ts'
import { rememberScroll } from '#client/app/scroll.ts'
import { takeOverStyles } from '#client/app/styles.ts'
import { fetchThemes } from '#client/app/themes.ts'
import { createVisits } from '#client/app/visits.ts'
import { ALIVE } from '#client/hooks/alive.ts'

async function start() {
  const root = document.getElementById(ROOT_ID)
  const site = readSiteFacts()
  const address = findPage(location, site.slug)
  if (!root || !address) return
  fetchThemes()
  reloadOnPreloadError(import.meta.url)
  const visits = createVisits(httpApi())
  const page = await firstPage(address.route)
  visits.keep(address.key, page)
  const arrivals = createArrivals(rememberScroll())
  const history = fadingHistory((place) => {
    const page = findPage(place, site.slug)
    return page !== undefined && visits.ready(page, false) !== undefined
  }, arrivals.leave)
  const settleIn = () => {
    layOutRest()
    if (page.isPartial) visits.forget(address.key)
  }
  addEventListener(ALIVE, settleIn, { once: true })
  await nextStep()
  await takeOverStyles(nextStep)
  await nextStep()
  // The first call runs React's DOM (client/build-lean.ts).
  // As a transition it is done in small steps, between which the page answers; who touches it meanwhile comes first.
  startTransition(() => {
    hydrateRoot(
      root,
      <HistoryRouter history={history} useTransitions={false}>
        <App site={site} visits={visits} arrivals={arrivals} />
      </HistoryRouter>,
    )
  })
  await nextStep()
  fetchDrawings()
  prefetchLinks(visits.prefetch, site.slug)
}

/** Work is done in steps, between which the page answers: all in one would hold up a cheap phone for longer than anybody should wait. */
const nextStep = () => new Promise((resolve) => setTimeout(resolve))

/** With its code and data at hand, hydration waits for nothing. */
async function firstPage(route: AnyRoute): Promise<Page> {
  if (route.isStill) return asDrawn()
  await chunkOf(route)
  return route.revive(readPageData())
}

// After this file, not within it: a browser that is asked where a call stands would read all of it once more.
Promise.resolve().then(nextStep).then(start)
