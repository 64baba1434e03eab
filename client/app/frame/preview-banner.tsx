import { formatDateTime } from '#client/lib/dates.ts'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import type { PostState } from '#contract/post-form.ts'

export type Previewed = {
  state: PostState
  /** When the post is published, if it is scheduled: ISO 8601. */
  date: string
  /** When the preview link expires: ISO 8601. */
  until: string
}

/** Above a post that is shown by a preview link. Rendered by the server only. */
export const PreviewBanner = ({ state, date, until }: Previewed) => (
  <Banner aria-label="Preview">
    <p>
      <Icon name="eye" size={20} /> <b>Preview, not public.</b> <span>{whatItIs(state, date)}</span> This link shows it
      until <time dateTime={until}>{formatDateTime(until, 'UTC')}</time>.
    </p>
  </Banner>
)

function whatItIs(state: PostState, date: string): string {
  if (state === 'scheduled') return `It appears on ${formatDateTime(date, 'UTC')}.`
  return state === 'draft' ? 'It is a draft.' : 'It has expired.'
}

const s = createStyled('preview-banner')
const Banner = s('aside')`
  position: sticky;
  top: 0;
  z-index: 20;
  /* replaces the room that the post leaves for the toolbar */
  margin: var(--toolbar) 0 calc(-1 * var(--toolbar));
  padding: 12px var(--s-gutter);
  border-bottom: 1px solid var(--line);
  background: var(--warning-soft);
  text-align: center;
  /* without scripts, the toolbar is static on narrow screens */
  @media (scripting: none) and (max-width: 1263.9px) { margin-top: 0; }
  & svg { display: inline; margin: -3px 4px 0 0; color: var(--warning); vertical-align: middle; }
`
