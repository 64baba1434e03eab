import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { findPage } from './find-page.ts'
import { closestLink } from './prefetch.ts'

/**
 * Leads on inside the app from links that are no component of it: those in markup that only the server drew, and in the
 * texts of posts. The router's own links have answered the click before; what the browser does better is left to it.
 */
export function useServerRenderedLinks(slug: string) {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event
      if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
      const link = closestLink(event.target)
      if (!link || !findPage(link, slug)) return
      if (link.hash && link.pathname === location.pathname && link.search === location.search) return
      event.preventDefault()
      navigate(link.pathname + link.search + link.hash)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate, slug])
}
