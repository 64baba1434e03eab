import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Names the site and the page at the top of printed pages only. The styles for paper are loaded after hydration, too. */
export function PrintedUrl({ name }: { name: string }) {
  const [text, setText] = useState('')
  const page = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another URL
  useEffect(() => setText(`${name} · ${location.href}`), [page])
  return (
    text && (
      <p hidden data-print="shown">
        {text}
      </p>
    )
  )
}
