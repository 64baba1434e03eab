import { useEffect, useRef, useState } from 'react'

/** The toolbar lies above this part of the window. */
export const TOOLBAR_HEIGHT_PX = 76
/** Without text enlarged, how high the head row is once it is low. */
export const LOW_HEAD_PX = 143
/** Everything below the toolbar and a low head, without end, so that only what has left at the top is out of sight. */
const BELOW_HEAD = `-${TOOLBAR_HEIGHT_PX + LOW_HEAD_PX}px 0px 1000000px`

/**
 * Tells whether the page is scrolled past the table's head so far that a low head hides less: `first` goes to an element at the
 * top of the first row below it, `head` to the head row. `height`, in px, is what the head row must keep meanwhile: else
 * everything below would jump.
 */
export function useStickyHeader() {
  const first = useRef<HTMLSpanElement>(null)
  const head = useRef<HTMLTableRowElement>(null)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const stuck = entries.at(-1)?.isIntersecting === false
        setHeight((kept) => (stuck ? (kept ?? head.current?.offsetHeight) : undefined))
      },
      { rootMargin: BELOW_HEAD },
    )
    if (first.current) observer.observe(first.current)
    return () => observer.disconnect()
  }, [])
  return { first, head, stuck: height !== undefined, height }
}
