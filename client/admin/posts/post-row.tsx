import { Link } from 'react-router-dom'
import { formatDateTime } from '#client/lib/dates.ts'
import { Chip, type ChipKind, Chips } from '#client/ui/content/chip.tsx'
import { Button } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import { picturePath } from '#contract/pictures.ts'
import type { PostCard } from '#contract/posts.ts'

export type PostActions = Record<'onEdit' | 'onHistory' | 'onDelete' | 'onPreview', (post: PostCard) => void>
type Props = PostActions & { post: PostCard; opening: boolean }

export function PostRow({ post, opening, onEdit, onHistory, onDelete, onPreview }: Props) {
  const state = stateBadge(post)
  return (
    <Row>
      <PostThumb src={thumbOf(post)} />
      <div>
        <Title>
          <Link to={pagePaths.adminEdit(post.id)}>{post.title}</Link>
        </Title>
        <Labels>
          {state && <Chip kind={state.kind}>{state.label}</Chip>}
          {post.category && <Chip kind="category">{post.category.name}</Chip>}
          {post.tags.map((tag) => (
            <Chip key={tag.id} kind="tag">
              {tag.name}
            </Chip>
          ))}
        </Labels>
        {post.state !== 'live' && (
          <Preview
            variant="ghost"
            small
            onClick={() => onPreview(post)}
            aria-label={`Copy preview link of ${post.title}`}
          >
            <Icon name="eye" size={18} /> Copy preview link
          </Preview>
        )}
      </div>
      <Acts>
        <Act
          variant="ghost"
          small
          busy={opening ? 'Opening' : undefined}
          onClick={() => onEdit(post)}
          aria-label={`Edit ${post.title}`}
        >
          <Icon name="edit" size={18} /> Edit
        </Act>
        <Act variant="ghost" small onClick={() => onHistory(post)} aria-label={`History of ${post.title}`}>
          <Icon name="clock" size={18} /> History
        </Act>
        <Act variant="danger" small onClick={() => onDelete(post)} aria-label={`Delete ${post.title}`}>
          <Icon name="trash" size={18} /> Delete
        </Act>
      </Acts>
    </Row>
  )
}

function thumbOf({ picture }: PostCard): string | undefined {
  const narrowest = picture?.widths[0]
  if (!picture) return undefined
  return storageUrl(narrowest === undefined ? picture.path : picturePath(picture, narrowest))
}

/** A thumbnail, or an icon without an image. Decorative. */
export function PostThumb({ src }: { src: string | undefined }) {
  return <Box>{src === undefined ? <Icon name="image" size={28} /> : <img src={src} alt="" loading="lazy" />}</Box>
}

/** The state of a post; `undefined` for a live post without expiry date. */
export function stateBadge({ state, date, expires }: PostCard): { label: string; kind: ChipKind } | undefined {
  if (state === 'draft') return { label: 'Draft', kind: 'soon' }
  if (state === 'scheduled') return { label: `Scheduled for ${formatDateTime(date, 'local')}`, kind: 'available' }
  if (expires === undefined) return undefined
  return state === 'expired'
    ? { label: `Expired on ${formatDateTime(expires, 'local')}`, kind: 'soon' }
    : { label: `Until ${formatDateTime(expires, 'local')}`, kind: 'tag' }
}

const s = createStyled('admin-post-row')
const Row = s('li')`
  display: grid;
  grid-template-columns: auto 1fr auto;
  gap: 22px;
  align-items: center;
  padding: 18px 20px;
  & + & { border-top: 1px solid var(--line); }
  & > div { min-width: 0; }
  ${media.narrow} { grid-template-columns: auto 1fr; gap: 14px; align-items: start; }
`
const Title = s('h2')`
  margin-bottom: 9px;
  font: 640 1.0625rem/1.35 var(--f-body);
  letter-spacing: 0;
  overflow-wrap: anywhere;
  & > a { color: inherit; text-decoration: none; }
  & > a:hover { text-decoration: underline 1.5px; text-underline-offset: 4px; }
`
const Labels = s(Chips)`
  gap: 6px;
  & > span { padding: 5px 9px; font-size: 0.78125rem; line-height: 1.2; }
`
const Preview = s(Button)`
  margin: 6px 0 -8px -14px;
  padding-inline: 14px;
`
const Acts = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  ${media.narrow} { grid-column: 1 / -1; justify-content: flex-end; margin-top: -6px; }
`
const Act = s(Button)`
  padding-inline: 14px;
`
const Box = s('div')`
  display: grid;
  place-items: center;
  width: 112px;
  aspect-ratio: 16 / 10;
  overflow: hidden;
  border-radius: 9px;
  background: var(--surface-2);
  color: var(--text-3);
  & > img { width: 100%; height: 100%; object-fit: cover; }
  ${media.narrow} { width: 84px; }
`
