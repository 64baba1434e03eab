import { useEffect, useState } from 'react'
import { countUnread } from '#client/api/leads.ts'

/** How many leads nobody has opened yet, for the bar; `undefined` while that is not known. */
export function useUnreadLeadCount(): number | undefined {
  const [unread, setUnread] = useState<number>()
  useEffect(() => {
    let stopped = false
    countUnread().then(
      (count) => stopped || setUnread(count),
      () => {}, // a bar without a number says nothing wrong
    )
    return () => {
      stopped = true
    }
  }, [])
  return unread
}
