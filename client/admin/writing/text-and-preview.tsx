import { useState } from 'react'
import { BodyField } from './body-field.tsx'
import { createCursorLine } from './cursor-line.ts'
import { PreviewToggle } from './preview-toggle.tsx'
import type { Writing } from './use-writing.ts'

/** The text of the post, and its preview, which follows the cursor. */
export function TextAndPreview({ writing, error }: { writing: Writing; error: string | undefined }) {
  const [cursor] = useState(createCursorLine)
  return (
    <>
      <BodyField writing={writing} onCursor={cursor.set} error={error} />
      <PreviewToggle writing={writing} cursor={cursor} />
    </>
  )
}
