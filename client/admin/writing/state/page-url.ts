import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { KEEP_SCROLL } from '#client/lib/keep-scroll.ts'

/** Navigation state of a page that gets another URL: it stays as it is, with cursor and undo. */
const SAME_PAGE = { ...KEEP_SCROLL, samePage: true } as const

/** The URL that the writing page was opened with, and how many were opened before. Another URL of the same page does not count. */
export function useOpenedUrl() {
  const { pathname, search, state: passed } = useLocation()
  const isSamePage = useNavigationType() === 'REPLACE' && Object(passed).samePage === true
  const url = pathname + search
  const [state, setState] = useState({ url, opened: { pathname, search, count: 0 } })
  if (url !== state.url) {
    const opened = isSamePage ? state.opened : { pathname, search, count: state.opened.count + 1 }
    setState({ url, opened })
  }
  return state.opened
}

/** Returns a function that gives the page another URL in its history entry, which reload, Back and links then use. */
export function useRename(): (url: string) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    shown.current = pathname + search
    return () => {
      shown.current = undefined
    }
  }, [pathname, search])
  return (url) => {
    // After the page was left, or in the moment in which a Back is taken back, the entry is another one.
    if (shown.current === location.pathname + location.search) navigate(url, { replace: true, state: SAME_PAGE })
  }
}
