import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Names the site and the page at the top of printed pages only. The styles for paper are loaded after hydration, too. */
export function PrintedUrl({ name }: { name: string }) {
  const { pathname } = useLocation()
  const [origin, setOrigin] = useState<string>()
  useEffect(() => setOrigin(location.origin), [])
  if (!origin) return null
  return <p hidden data-print="shown">{`${name} · ${origin}${pathname}`}</p>
}
