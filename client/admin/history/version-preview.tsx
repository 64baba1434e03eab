import type { MouseEvent } from 'react'
import { PostArticle } from '#client/ui/post-article.tsx'
import { scoped } from '#client/ui/scoped.ts'
import type { Post } from '#contract/posts.ts'

/** A version as visitors saw it. Its links open beside the dashboard, never in its place. */
export function VersionPreview({ post }: { post: Post }) {
  return (
    <Frame onClickCapture={openBeside}>
      <PostArticle post={post} inside />
    </Frame>
  )
}

function openBeside(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest('a')
  if (!link) return
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener')
}

const s = scoped('history-preview')
const Frame = s('div')`
  padding: 20px;
  border-radius: var(--r-md);
  background: var(--bg);
`
