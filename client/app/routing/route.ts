import { type ComponentType, createElement, type ReactElement } from 'react'
import type { PageHead, PageProps, RouteParams } from '#client/lib/page-types.ts'
import type { Api } from '#contract/api.ts'
import type { SiteFacts } from '#contract/site.ts'

/** Which frame a screen stands in: the visitors' or the administrator's. */
export type Frame = 'site' | 'admin'

type Place = {
  /** As the router writes it: `/blog/:id`. */
  path: string
  /** The screen's source file from the root: names its chunk in the build. */
  file: string
  /** Shown by the spinner while the screen or its data are on the way (§2). */
  loadingLabel: string
  /** Offered while the screen cannot be loaded (decision 12). */
  fallbackLink: { to: string; label: string }
  frame: Frame
}

/** A screen's file. `loadParts` fetches its lazy parts, before a navigation or the server renders it. */
type ScreenModule<Data> = { default: ComponentType<PageProps<Data>>; loadParts?: () => Promise<unknown> }

/** One row of the table of routes (architecture: "A route is four things"). */
export type Route<Data> = Place & {
  component: () => Promise<ScreenModule<Data>>
  load: (api: Api, at: RouteParams) => Promise<Data>
  head: (data: Data, site: SiteFacts) => PageHead
  /** Query keys that make another page; all others are ignored. */
  query?: readonly string[]
}

/** A screen together with its data, ready to be drawn without waiting. */
export type Page = {
  data: unknown
  head: (site: SiteFacts) => PageHead
  render: (site: SiteFacts) => ReactElement
}

/** A row whose kind of data is known to itself alone, so that rows of all kinds stand in one table. */
export type AnyRoute = Place & {
  query: readonly string[]
  /** Fetches the screen's code. Rejects where that fails. */
  loadChunk: () => Promise<unknown>
  /** The same, and the code of its lazy parts. */
  loadChunks: () => Promise<unknown>
  /** Code, with that of lazy parts, and data, fetched side by side. */
  open: (api: Api, at: RouteParams) => Promise<Page>
  /** The page from data that this very route loaded elsewhere, as JSON: what the server put into the document. */
  fromServerData: (json: string) => Promise<Page>
}

/** Closes over a row's kind of data: the rest of the app opens it and draws it, but never looks inside. */
export function route<Data>({ component, load, head, query = [], ...place }: Route<Data>): AnyRoute {
  const page = (Screen: ComponentType<PageProps<Data>>, data: Data): Page => ({
    data,
    head: (site) => head(data, site),
    render: (site) => createElement(Screen, { data, site }),
  })
  const chunks = async () => {
    const loaded = await component()
    await loaded.loadParts?.()
    return loaded.default
  }
  return {
    ...place,
    query,
    loadChunk: component,
    loadChunks: chunks,
    async open(api, at) {
      const [Screen, data] = await Promise.all([chunks(), load(api, at)])
      return page(Screen, data)
    },
    async fromServerData(json) {
      const data: Data = JSON.parse(json)
      return page((await component()).default, data)
    },
  }
}
