import { useQuery } from '@tanstack/react-query'
import DOMPurify from 'isomorphic-dompurify'
import { type MouseEvent, useMemo, useState } from 'react'
import { QueryView } from '#client/admin/shared/data.tsx'
import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { ApiError } from '#client/api/http.ts'
import { fetchVersion, restoreVersion } from '#client/api/posts.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { PostArticle } from '#client/ui/content/post-article.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { PostVersionDetail } from '#contract/history.ts'
import type { Post } from '#contract/posts.ts'
import { isAllowedValue, isRemovedInput, setAttributes, storedHtmlProfile } from '#contract/stored-html.ts'
import { SourceChanges, VersionChanges } from './version-changes.tsx'

/** One version: its changes, its preview and the button to restore it. */
export function Version(props: Restoring) {
  const { id, commit } = props
  const query = useQuery({ queryKey: ['history', id, commit], queryFn: () => fetchVersion(id, commit) })
  return (
    <QueryView query={query} label="Loading version...">
      {(detail) => <Shown detail={detail} restoring={props} />}
    </QueryView>
  )
}

function Shown(props: ShownProps) {
  const { version } = props.detail
  return (
    <section aria-label="Version">
      <h3>{version.subject}</h3>
      <Meta>
        <span>{formatDateTime(version.at, 'local')}</span>, <span>{version.author}</span>,{' '}
        <code>{version.commit.slice(0, 7)}</code>
      </Meta>
      {version.event === 'deleted' ? (
        <Deleted>The post was deleted here. Choose an older version to see it as it was.</Deleted>
      ) : (
        <Content {...props} />
      )}
    </section>
  )
}

type ShownProps = { detail: PostVersionDetail; restoring: Restoring }

function Content({ detail, restoring }: ShownProps) {
  const [view, setView] = useState<View>('changes')
  const { asking, ask, restore, answered, failure, dismiss } = useRestore(restoring)
  const { post, problem, notes, isCurrent } = detail
  return (
    <>
      {failure && (
        <Alert key={failure.attempt} focusOnMount onDismiss={dismiss}>
          {failure.message}
        </Alert>
      )}
      <ButtonRow>
        {views.map(({ id, label }) => (
          <Button key={id} small variant="outline" aria-pressed={view === id} onClick={() => setView(id)}>
            {label}
          </Button>
        ))}
        <Button small disabled={isCurrent || !post} onClick={ask}>
          Restore this version
        </Button>
      </ButtonRow>
      {isCurrent && <Meta>The post is like this now.</Meta>}
      {problem && <Meta>{`It can be neither shown nor restored: ${problem}`}</Meta>}
      {notes.map((note) => (
        <Meta key={note}>{note}</Meta>
      ))}
      {view === 'changes' && <VersionChanges detail={detail} />}
      {view === 'source' && <SourceChanges detail={detail} />}
      {view === 'preview' && post && <VersionPreview post={post} />}
      {asking && <ConfirmDialog question={{ ...question(detail), onYes: restore }} onClosed={answered} />}
    </>
  )
}

const views = [
  { id: 'changes', label: 'Changes' },
  { id: 'source', label: 'Source' },
  { id: 'preview', label: 'Preview' },
] as const
type View = (typeof views)[number]['id']

const question = ({ version }: PostVersionDetail) => ({
  title: 'Restore this version?',
  text: `The post becomes what it was on ${formatDateTime(version.at, 'local')}. What it is now stays in its history.`,
  yes: 'Restore',
  no: 'Cancel',
  busy: 'Restoring',
})

/** A version as visitors saw it. Its links open in a new tab. */
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

/** Without the ids of headings and footnotes, which could be those of the dashboard. Links open the post in a new tab. */
const profile = {
  ...storedHtmlProfile,
  ALLOWED_ATTR: [...storedHtmlProfile.ALLOWED_ATTR, ...setAttributes],
  FORBID_ATTR: ['id'],
}

DOMPurify.addHook('uponSanitizeElement', (node) => {
  if (node instanceof Element && node.nodeName === 'INPUT' && isRemovedInput(node.getAttribute('type'))) node.remove()
})

DOMPurify.addHook('uponSanitizeAttribute', (_, attribute) => {
  if (!isAllowedValue(attribute.attrName, attribute.attrValue)) attribute.keepAttr = false
})

DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName === 'INPUT') element.setAttribute('disabled', '')
  if (element.nodeName === 'A' && element.hasAttribute('href')) element.setAttribute('rel', 'noopener noreferrer')
})

/**
 * Sanitizes HTML again with the browser's own parser: the server's parser may read a text differently, and scripts on
 * this page could read the session token.
 */
export const sanitizeHtml = (html: string): string => DOMPurify.sanitize(html, profile)

export type Restoring = { id: string; commit: string; revision: string; onRestored: () => void; onStale: () => void }

/** Restores a version after confirmation. If the post has changed since, `onStale` reloads its history. */
export function useRestore({ id, commit, revision, onRestored, onStale }: Restoring) {
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState(false)
  const { failure, run, dismiss } = useAction(async () => {
    try {
      await restoreVersion(id, commit, revision)
      setDone(true)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onStale()
      throw error
    }
  })
  return {
    asking,
    ask: () => setAsking(true),
    restore: run,
    /** The question closes before the dialog: focus cannot return behind an open dialog. */
    answered() {
      setAsking(false)
      if (done) onRestored()
    },
    failure,
    dismiss,
  }
}

const s = createStyled('history-version')
const Meta = s('p')`
  margin-top: 6px;
  color: var(--text-2);
  font-size: var(--t-small);
  overflow-wrap: anywhere;
  & + div { margin-top: 16px; }
`
const Deleted = s('p')`
  margin-top: 16px;
`
const ButtonRow = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  margin: 16px 0;
  & > [aria-pressed='true'] {
    background: var(--surface-3);
    text-decoration-line: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 5px;
  }
  & > :last-child { margin-left: auto; }
`
const Frame = s('div')`
  padding: 20px;
  border-radius: var(--r-md);
  background: var(--bg);
`
