import { useQuery } from '@tanstack/react-query'
import { fetchWorkingCopies } from '#client/api/working-copies.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { OtherTexts } from './other-texts.tsx'

/** In the dashboard: what the administrator has not saved. Without a response it shows nothing. */
export default function UnsavedTexts() {
  const { data: heads = [] } = useQuery({ queryKey: ['working-copies'], queryFn: fetchWorkingCopies })
  if (heads.length === 0) return null
  return (
    <Place>
      <OtherTexts heads={heads} />
    </Place>
  )
}

const s = createStyled('unsaved-texts')
const Place = s('div')`
  margin-bottom: 10px;
`
