import { useEffect, useState } from 'react'
import { fetchWorkingCopies } from '#client/api/working-copies.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import type { WorkingCopyHead } from '#contract/writing.ts'
import { OtherTexts } from './other-texts.tsx'

/** In the dashboard: what the administrator has not saved. Without a response it shows nothing. */
export default function UnsavedTexts() {
  const [heads, setHeads] = useState<readonly WorkingCopyHead[]>([])
  useEffect(() => {
    let isOver = false
    fetchWorkingCopies().then(
      (found) => isOver || setHeads(found),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [])
  if (heads.length === 0) return null
  return (
    <Place>
      <OtherTexts heads={heads} />
    </Place>
  )
}

const s = createStyled('unsaved-texts')
const Place = s('div')`
  margin-bottom: 24px;
`
