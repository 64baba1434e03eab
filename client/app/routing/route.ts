import { type ComponentType, createElement, type ReactElement } from 'react'
import type { PageInfo } from '#client/admin/shell/page-info.ts'
import type { DocumentHead, PageProps, RouteParams } from '#client/lib/page-types.ts'
import type { Api } from '#contract/api.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'

/** Placeholder for the slug in `content/site.yml`. Not a route parameter, which would be a whole path segment. */
export const SLUG = '{slug}'

/** The frame around a page, and the script that it is in: the visitors' or the administrators'. */
export type Frame = 'site' | 'admin'

type RouteInfo = {
  /** In React Router's syntax: `/blog/:id`. */
  path: string
  /** The page's source file, relative to the repository. The build uses it to name the page's chunk. */
  file: string
  loadingLabel: string
  /** Shown while the page cannot be loaded. */
  fallbackLink: { to: string; label: string }
  frame: Frame
  /** Query keys that select another page. All others are ignored. */
  query: readonly string[]
  /** Pages that name the same stay mounted when one follows the other. */
  mount?: string
  /** Of a page of the dashboard, for what is around it. */
  admin?: PageInfo
}

const DEFAULTS: Omit<RouteInfo, 'path' | 'file'> = {
  loadingLabel: 'Loading...',
  fallbackLink: { to: pagePaths.home, label: 'Back to Home' },
  frame: 'site',
  query: [],
}

/** The module of a page. `loadParts` loads its lazy parts, before a navigation or the server renders it. */
type PageModule<Data> = {
  default: ComponentType<PageProps<Data>>
  head: (data: Data, site: SiteInfo) => DocumentHead
  loadParts?: () => Promise<unknown>
}

export type Route<Data> = Pick<RouteInfo, 'path' | 'file'> &
  Partial<RouteInfo> & {
    component: () => Promise<PageModule<Data>>
    load: (api: Api, at: RouteParams) => Promise<Data>
  }

export type Page = {
  data: unknown
  head: (site: SiteInfo) => DocumentHead
  render: (site: SiteInfo) => ReactElement
}

/** A route with the type of its data hidden, so that all routes fit into one table. */
export type AnyRoute = RouteInfo & {
  loadChunk: () => Promise<unknown>
  loadChunks: () => Promise<unknown>
  /** Loads code, lazy parts and data at the same time. */
  open: (api: Api, at: RouteParams) => Promise<Page>
  /** Creates the page from the JSON that the server put into the document. */
  fromServerData: (json: string) => Promise<Page>
}

export function route<Data>({ component, load, ...info }: Route<Data>): AnyRoute {
  const page = ({ default: Component, head }: PageModule<Data>, data: Data): Page => ({
    data,
    head: (site) => head(data, site),
    render: (site) => createElement(Component, { data, site }),
  })
  const loadChunks = async () => {
    const loaded = await component()
    await loaded.loadParts?.()
    return loaded
  }
  return {
    ...DEFAULTS,
    ...info,
    loadChunk: component,
    loadChunks,
    async open(api, at) {
      const [loaded, data] = await Promise.all([loadChunks(), load(api, at)])
      return page(loaded, data)
    },
    async fromServerData(json) {
      const data: Data = JSON.parse(json)
      return page(await component(), data)
    },
  }
}
