import { lazy, Suspense, useMemo, useState } from 'react'
import { Button } from '#client/ui/form/button.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { createStyled } from '#client/ui/styles.ts'
import type { CursorLine } from './cursor-line.ts'
import type { PreviewedPost } from './preview-document.ts'
import type { Writing } from './use-writing.ts'

const PreviewPane = lazy(() => import('./preview-pane.tsx'))

/** Shows the preview on demand: it asks the server after each pause. */
export function PreviewToggle({ writing, cursor }: { writing: Writing; cursor: CursorLine }) {
  const [isOpen, setIsOpen] = useState(false)
  const [failure, setFailure] = useState<string>()
  const post = usePreviewedPost(writing)
  return (
    <Box>
      <Button variant="outline" small aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide preview' : 'Show preview'}
      </Button>
      {isOpen && failure && <Alert>{failure}</Alert>}
      {isOpen && (
        <Suspense>
          <PreviewPane post={post} cursor={cursor} onFailure={setFailure} />
        </Suspense>
      )}
    </Box>
  )
}

function usePreviewedPost({ form: { fields, base }, source, lists }: Writing): PreviewedPost {
  const { categories, authors } = lists
  return useMemo(() => {
    const { title, summary, content, date, image, image_alt, image_caption, image_focus } = fields
    return {
      ...{ id: source?.id, format: base.format, title, summary, content, date },
      ...{ image, image_alt, image_caption, image_focus },
      category: categories.find(({ id }) => id === fields.category_id)?.name,
      tags: fields.tags.map(({ name }) => name),
      author: authors.find(({ id }) => id === fields.author)?.name ?? fields.author,
    }
  }, [fields, base.format, source?.id, categories, authors])
}

const s = createStyled('preview-toggle')
const Box = s('div')`
  display: grid;
  gap: 14px;
  justify-items: start;
  & > section { width: 100%; }
`
