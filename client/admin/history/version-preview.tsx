import { type MouseEvent, useMemo } from 'react'
import { PostArticle } from '#client/ui/content/post-article.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import type { Post } from '#contract/posts.ts'
import { sanitizeHtml } from './sanitize-html.ts'

/** A version as visitors saw it. Its links open beside the dashboard, never in its place. */
export function VersionPreview({ post }: { post: Post }) {
  const safe = useMemo(
    () => ({ ...post, summary: sanitizeHtml(post.summary), content: sanitizeHtml(post.content) }),
    [post],
  )
  return (
    <Frame onClickCapture={openInNewTab}>
      <PostArticle post={safe} inside />
    </Frame>
  )
}

function openInNewTab(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest('a')
  if (!link) return
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener')
}

const s = createStyled('history-preview')
const Frame = s('div')`
  padding: 20px;
  border-radius: var(--r-md);
  background: var(--bg);
`
