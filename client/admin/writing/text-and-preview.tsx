import { useState } from 'react'
import { createStyled, media } from '#client/ui/styles.ts'
import { BodyField } from './body-field.tsx'
import { createCursorLine } from './cursor-line.ts'
import { PreviewToggle } from './preview-toggle.tsx'
import type { Writing } from './use-writing.ts'

/** The text of the post, and its preview, which follows the cursor. Beside the text where the window is wide enough, else below it. */
export function TextAndPreview({ writing, error }: { writing: Writing; error: string | undefined }) {
  const [cursor] = useState(createCursorLine)
  return (
    <Sides>
      <BodyField writing={writing} onCursor={cursor.set} error={error} />
      <PreviewToggle writing={writing} cursor={cursor} />
    </Sides>
  )
}

const s = createStyled('text-and-preview')
const Sides = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px 24px;
  align-items: start;
  &:has(iframe) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  &:has(iframe) > :last-child { position: sticky; top: calc(var(--bars-above, 0px) + 12px); }
  ${media.hamburger} {
    &:has(iframe) { grid-template-columns: minmax(0, 1fr); }
    &:has(iframe) > :last-child { position: static; }
  }
`
