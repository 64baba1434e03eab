import type { ChangeEvent } from 'react'
import { formatDateTime, formatShortDate } from '#client/lib/dates.ts'
import { formatNumber } from '#client/lib/format-number.ts'
import { TextButton, TextLink } from '#client/ui/base/button.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Chip, type ChipKind } from '#client/ui/content/chip.tsx'
import { Checkbox } from '#client/ui/form/checkbox.tsx'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import { narrowestPath } from '#contract/pictures.ts'
import type { PostCard } from '#contract/posts.ts'
import * as s from './post-table.styles.ts'

export type PostActions = Record<
  'onEdit' | 'onHistory' | 'onDuplicate' | 'onDelete' | 'onPreview',
  (post: PostCard) => void
>
type Props = PostActions & {
  post: PostCard
  opening: boolean
  selected: boolean
  onSelect: (event: ChangeEvent<HTMLInputElement>) => void
}

/** Roles are explicit, because rows with another `display` lose theirs. */
export function PostRow({
  post,
  opening,
  selected,
  onSelect,
  onEdit,
  onHistory,
  onDuplicate,
  onDelete,
  onPreview,
}: Props) {
  const { id, title, lang, picture, category, tags, author, date, updated, words } = post
  const badge = stateBadge(post)
  return (
    <s.Row role="row" aria-selected={selected}>
      <s.Mark role="cell">
        <Checkbox checked={selected} onChange={onSelect}>
          <VisuallyHidden>{`Select ${title}`}</VisuallyHidden>
        </Checkbox>
      </s.Mark>
      <s.Title role="rowheader" scope="row">
        <s.Picture>{picture && <img src={storageUrl(narrowestPath(picture))} alt="" loading="lazy" />}</s.Picture>
        <Link to={pagePaths.adminEdit(id)} dir="auto" lang={lang}>
          {title}
        </Link>
        <s.Actions>
          {post.state === 'live' ? (
            <TextLink to={pagePaths.post(id)} reloadDocument aria-label={`View ${title}`}>
              View
            </TextLink>
          ) : (
            <TextButton onClick={() => onPreview(post)} aria-label={`Copy preview link of ${title}`}>
              Copy preview link
            </TextButton>
          )}
          <TextButton onClick={() => onEdit(post)} aria-label={`Edit ${title}`} aria-busy={opening || undefined}>
            {opening ? 'Opening' : 'Edit'}
          </TextButton>
          <TextButton onClick={() => onHistory(post)} aria-label={`History of ${title}`}>
            History
          </TextButton>
          <TextButton onClick={() => onDuplicate(post)} aria-label={`Duplicate ${title}`}>
            Duplicate
          </TextButton>
          <s.Danger onClick={() => onDelete(post)} aria-label={`Delete ${title}`}>
            Delete
          </s.Danger>
        </s.Actions>
      </s.Title>
      <s.State role="cell">
        <Chip kind={badge.kind}>{badge.label}</Chip>
      </s.State>
      <s.Cell role="cell">
        {category?.name}
        {tags.length > 0 && <s.Tags>{tags.map(({ name }) => name).join(', ')}</s.Tags>}
      </s.Cell>
      <s.Cell role="cell">{author}</s.Cell>
      <s.Cell role="cell">
        <time dateTime={date}>{formatShortDate(date, 'local')}</time>
      </s.Cell>
      <s.Updated role="cell">
        {updated && (
          <time dateTime={updated} title={formatDateTime(updated, 'local')}>
            {formatShortDate(updated, 'local')}
          </time>
        )}
      </s.Updated>
      <s.Words role="cell" data-unit={words === 1 ? 'word' : 'words'}>
        {words !== undefined && formatNumber(words)}
      </s.Words>
    </s.Row>
  )
}

/** The label of a post's state. */
function stateBadge({ state, unlisted, date, expires }: PostCard): { label: string; kind: ChipKind } {
  if (state === 'draft') return { label: 'Draft', kind: 'soon' }
  if (state === 'scheduled') return { label: `Scheduled for ${formatDateTime(date, 'local')}`, kind: 'available' }
  if (expires === undefined) return { label: unlisted ? 'Live, in no list' : 'Live', kind: 'tag' }
  return state === 'expired'
    ? { label: `Expired on ${formatDateTime(expires, 'local')}`, kind: 'soon' }
    : { label: `Until ${formatDateTime(expires, 'local')}`, kind: 'tag' }
}
