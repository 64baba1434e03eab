import { type SyntheticEvent, useEffect, useState } from 'react'
import { openPreviewDocument, type PreviewDocument, type PreviewedPost } from '#client/admin/shared/preview-document.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { RenderedPreview } from '#contract/writing.ts'
import { addDiffStyles } from './diff-styles.ts'

type Props = {
  /** Of the frame. */
  title: string
  post: PreviewedPost
  rendered: RenderedPreview
  /** The index of the change to scroll to, and how often it was asked for. */
  shown?: { change: number; count: number } | undefined
}

/** A version as visitors saw it, on a page of the site in which nothing can run. */
export function PostFrame({ title, post, rendered, shown }: Props) {
  const [opened, setOpened] = useState<{ document: Document; page: PreviewDocument }>()
  const [isBlocked, setBlocked] = useState(false)

  function open({ currentTarget: { contentDocument } }: SyntheticEvent<HTMLIFrameElement>) {
    const page = contentDocument ? openPreviewDocument(contentDocument) : undefined
    if (!contentDocument || !page) return setBlocked(true)
    addDiffStyles(contentDocument)
    page.setTheme(document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')
    setOpened({ document: contentDocument, page })
  }

  useEffect(() => {
    opened?.page.showPost(post, rendered.minutes)
    opened?.page.showTexts(rendered)
  }, [opened, post, rendered])
  useEffect(() => {
    if (shown) opened?.document.querySelector(`[data-change="${shown.change}"]`)?.scrollIntoView({ block: 'center' })
  }, [opened, shown])

  if (isBlocked) return <p role="status">The page could not be shown. Reload this page.</p>
  return (
    <Frame
      title={title}
      src={adminPaths.previewFrame}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={open}
    />
  )
}

const s = createStyled('post-frame')
const Frame = s('iframe')`
  width: 100%;
  height: 70vh;
  min-height: 420px;
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  background: var(--bg);
`
