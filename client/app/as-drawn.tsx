import { useLayoutEffect, useRef, useState } from 'react'
import { Html } from '#client/ui/html.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { readHead } from './head.ts'
import type { Page } from './route.ts'

const s = scoped('as-drawn')
/** Around a screen on which nothing is alive: what React leaves alone must be an element of its own. */
export const Whole = s('div')`
  display: contents;
`

/** The markup of a page, once its reader has left it. */
type Left = { html: string }

/**
 * The page that came with the document, of a screen on which nothing is alive: it costs neither code nor data, for its
 * markup stays as the server drew it. It is kept when the reader leaves, so that back shows it at once, as it was left.
 */
export function asDrawn(): Page {
  const head = readHead()
  const left: Left = { html: '' }
  return { data: undefined, head: () => head, draw: () => <AsDrawn left={left} /> }
}

function AsDrawn({ left }: { left: Left }) {
  const whole = useRef<HTMLDivElement>(null)
  // React compares with what it set before, never with what is there: nothing is set on the first page.
  const [html] = useState(left.html)
  useLayoutEffect(() => {
    const element = whole.current
    return () => {
      if (element) left.html = element.innerHTML
    }
  }, [left])
  return <Html as={Whole} ref={whole} suppressHydrationWarning html={html} />
}
