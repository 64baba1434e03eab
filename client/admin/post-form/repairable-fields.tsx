import type { ReactNode } from 'react'
import { TextLink } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import type { PostSource } from '#contract/posts.ts'

type Props = { source: PostSource | undefined }

/** Fields of a post. Where a line of its front matter has to be repaired first, they cannot be changed. */
export const RepairableFields = ({ source, children }: Props & { children: ReactNode }) => (
  <Fields disabled={source?.to_repair !== undefined}>{children}</Fields>
)

/** Says why only the content of a post can be changed, and where it is repaired. */
export function RepairNotice({ source }: Props) {
  if (source?.to_repair === undefined) return null
  return (
    <Alert tone="warning">
      <p>A line of this post’s front matter has to be repaired. Until then, only its content can be edited here.</p>
      <TextLink to={`${adminPaths.repairPage}?${new URLSearchParams({ file: source.to_repair })}`}>
        Repair this line
      </TextLink>
    </Alert>
  )
}

const s = createStyled('repairable-fields')
const Fields = s('fieldset')`
  display: contents;
`
