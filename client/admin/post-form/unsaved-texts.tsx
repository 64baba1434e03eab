import { useQuery } from '@tanstack/react-query'
import { fetchWorkingCopies } from '#client/api/working-copies.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { unsavedInWords } from './other-texts.tsx'

/** In the dashboard: what the administrator has not saved, in one quiet line. Without a response it shows nothing. */
export default function UnsavedTexts() {
  const { data: heads = [] } = useQuery({ queryKey: ['working-copies'], queryFn: fetchWorkingCopies })
  return heads.length > 0 ? <TextLink to={adminPaths.unsavedPage}>{unsavedInWords(heads)}</TextLink> : null
}
