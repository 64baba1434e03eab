import { createContext, useContext } from 'react'

/** What the entry of a route says about a page of the dashboard. */
export type PageInfo = {
  heading: string
  /** The tab of the bar that is marked. */
  tab: 'posts' | 'pages' | 'media' | 'trash' | 'leads' | 'audit' | 'site' | 'account'
}

export const PageContext = createContext<PageInfo>({ heading: '', tab: 'posts' })

export const usePageInfo = () => useContext(PageContext)
