import { useState } from 'react'
import { createCursorLine } from '#client/admin/writing/preview/cursor-line.ts'
import { PreviewSide } from '#client/admin/writing/preview/preview-side.tsx'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { BodyField } from './body-field.tsx'

type Props = { writing: Writing; isPreviewed: boolean; error: string | undefined }

/** The text of the post, and its preview, which follows the cursor. Beside the text where the window is wide enough, else below it. */
export function TextAndPreview({ writing, isPreviewed, error }: Props) {
  const [cursor] = useState(createCursorLine)
  return (
    <Sides>
      <BodyField writing={writing} onCursor={cursor.set} error={error} />
      {isPreviewed && <PreviewSide writing={writing} cursor={cursor} />}
    </Sides>
  )
}

const s = createStyled('text-and-preview')
const Sides = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px 24px;
  align-items: start;
  &:has([data-preview]) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  &:has([data-preview]) > :last-child { position: sticky; top: calc(var(--bars-above, 0px) + 12px); }
  ${media.hamburger} {
    &:has([data-preview]) { grid-template-columns: minmax(0, 1fr); }
    &:has([data-preview]) > :last-child { position: static; }
  }
`
