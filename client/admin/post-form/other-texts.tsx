import { useState } from 'react'
import { newPostUrl } from '#client/admin/post-form/session/open-post.ts'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { discardWorkingCopy } from '#client/api/working-copies.ts'
import { formatDateTime, formatShortDate } from '#client/lib/dates.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { WorkingCopyHead } from '#contract/writing.ts'

const WARNING_MS = 7 * 24 * 60 * 60 * 1000

/** The page that continues an unsaved text. */
export const urlOfCopy = (key: string): string =>
  key.startsWith('post-') ? pagePaths.adminEdit(key.slice('post-'.length)) : newPostUrl(pagePaths.adminNew, key)

/** Whether a text is deleted within a week. */
export const isDueSoon = ({ deleted_at }: WorkingCopyHead, now = Date.now()) =>
  Date.parse(deleted_at) - now < WARNING_MS

/** Texts that were written and not saved, with links to continue them. */
export function OtherTexts({ heads }: { heads: readonly WorkingCopyHead[] }) {
  const [gone, setGone] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<string>()
  const shown = heads.filter(({ key }) => !gone.includes(key))
  if (shown.length === 0) return null

  async function discard(key: string) {
    try {
      await discardWorkingCopy(key)
      setGone((before) => [...before, key])
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }

  return (
    <OtherTextsDetails>
      <summary>{unsavedInWords(shown)}</summary>
      {failure && <Alert onDismiss={() => setFailure(undefined)}>{failure}</Alert>}
      <ul>
        {shown.map((one) => (
          <li key={one.key}>
            <div>
              <Link to={urlOfCopy(one.key)} dir="auto">
                {one.title.trim() || 'Without a title'}
              </Link>
              <small>
                <span>{formatDateTime(one.saved_at, 'local')}</span>
                {isDueSoon(one) && <strong>{` · Deleted on ${formatShortDate(one.deleted_at, 'local')}`}</strong>}
              </small>
            </div>
            <Button
              variant="ghost"
              small
              onClick={() => discard(one.key)}
              aria-label={`Discard ${one.title.trim() || 'the text without a title'}`}
            >
              Discard
            </Button>
          </li>
        ))}
      </ul>
    </OtherTextsDetails>
  )
}

/** "3 unsaved texts, one is deleted within a week" */
export const unsavedInWords = (heads: readonly WorkingCopyHead[]): string =>
  (heads.length === 1 ? 'One unsaved text' : `${heads.length} unsaved texts`) + dueSoonInWords(heads)

function dueSoonInWords(heads: readonly WorkingCopyHead[]): string {
  const count = heads.filter((one) => isDueSoon(one)).length
  if (count === 0) return ''
  if (count === heads.length) return ', deleted within a week'
  return count === 1 ? ', one is deleted within a week' : `, ${count} are deleted within a week`
}

const s = createStyled('other-texts')
const OtherTextsDetails = s('details')`
  padding: 4px 16px;
  border-radius: var(--r-md);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & > summary { min-height: 44px; padding-block: 10px; font-weight: 600; cursor: pointer; }
  & li { display: flex; align-items: center; justify-content: space-between; gap: 12px; min-height: 52px; border-top: 1px solid var(--line); }
  & li > div { min-width: 0; padding-block: 6px; overflow-wrap: anywhere; }
  & a { color: var(--primary-ink); font-weight: 600; }
  & small { display: block; color: var(--text-2); font-size: 0.875rem; }
  & strong { color: var(--warning); }
`
