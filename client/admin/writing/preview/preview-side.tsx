import { useMemo, useState } from 'react'
import type { PreviewedPost } from '#client/admin/shared/preview-document.ts'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { withNewTerm } from '#contract/term-choice.ts'
import type { CursorLine } from './cursor-line.ts'
import { PREVIEW_ID } from './use-preview-switch.ts'

const PreviewPane = lazyPart(() => import('./preview-pane.tsx'))

/** The preview, which asks the server after each pause. */
export function PreviewSide({ writing, cursor }: { writing: Writing; cursor: CursorLine }) {
  const [failure, setFailure] = useState<string>()
  const post = usePreviewedPost(writing)
  return (
    <Side id={PREVIEW_ID} data-preview="">
      {failure && <Alert>{failure}</Alert>}
      <PreviewPane post={post} cursor={cursor} onFailure={setFailure} />
    </Side>
  )
}

function usePreviewedPost({ fields, base, source, lists }: Writing): PreviewedPost {
  const { categories, authors } = lists
  return useMemo(() => {
    const { title, summary, content, date, image, image_alt, image_caption, image_focus } = fields
    return {
      id: source?.id,
      format: base.format,
      title,
      summary,
      content,
      date,
      image,
      image_alt,
      image_caption,
      image_focus,
      category: withNewTerm(categories, fields.category_id).find(({ id }) => id === fields.category_id)?.name,
      tags: fields.tags.map(({ name }) => name),
      author: authors.find(({ id }) => id === fields.author)?.name ?? fields.author,
    }
  }, [fields, base.format, source?.id, categories, authors])
}

const s = createStyled('preview-side')
const Side = s('div')`
  display: grid;
  gap: 14px;
  grid-template-columns: minmax(0, 1fr);
  scroll-margin-top: calc(var(--bars-above, 0px) + 12px);
`
