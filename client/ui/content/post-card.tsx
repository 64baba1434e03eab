import type { ReactNode } from 'react'
import { formatDate } from '#client/lib/dates.ts'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { createStyled, media } from '#client/ui/styles.ts'
import { LabelWithHiddenContext } from '#client/ui/visually-hidden.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard as Post } from '#contract/posts.ts'
import { AuthorName } from './author-name.tsx'
import { Card } from './card.tsx'
import { Chip, Chips } from './chip.tsx'
import { PicturePlaceholder, PostImage } from './post-image.tsx'
import { SanitizedHtml } from './sanitized-html.tsx'

type Props = {
  post: Post
  wide?: boolean
  title?: ReactNode
}

export function PostCard({ post, wide = false, title = post.title }: Props) {
  const Shape = wide ? WideBox : Box
  return (
    <Shape $hover>
      {post.picture ? (
        <PostImage picture={post.picture} sizes={wide ? WIDE_SIZES : SIZES} priority={wide} />
      ) : (
        <PicturePlaceholder />
      )}
      <TextColumn>
        <PostChips post={post} />
        <h3>{title}</h3>
        <Summary html={post.summary} />
        <AuthorName post={post} />
        <ReadMore to={pagePaths.post(post.id)} variant="outline" small>
          <LabelWithHiddenContext visible="Read More" hidden={`about “${post.title}”`} />
        </ReadMore>
      </TextColumn>
    </Shape>
  )
}

const SIZES = '(max-width: 760px) 92vw, (max-width: 960px) 46vw, 384px'
const WIDE_SIZES = '(max-width: 960px) 92vw, 655px'

export function PostChips({ post: { category, tags } }: { post: Pick<Post, 'category' | 'tags'> }) {
  if (!category && tags.length === 0) return null
  return (
    <Row>
      {category && (
        <Chip kind="category" to={pagePaths.category(category.id)}>
          {category.name}
        </Chip>
      )}
      {tags.map(({ id, name }) => (
        <Chip key={id} kind="tag" to={pagePaths.tag(id)}>
          {name}
        </Chip>
      ))}
    </Row>
  )
}

export const Day = ({ date }: { date: string }) => <time dateTime={date}>{formatDate(date)}</time>

const s = createStyled('post-card')
export const PostGrid = s('div')`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 24px;
  ${media.compact} { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  ${media.narrow} { grid-template-columns: minmax(0, 1fr); }
`
const Box = s(Card)`
  & h3 { overflow-wrap: anywhere; }
`
const WideBox = s(Box)`
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: 1.2fr 1fr;
  & > :first-child { aspect-ratio: auto; height: 100%; min-height: 380px; }
  & > :last-child { padding: 44px 44px 36px; }
  & h3 { font-size: var(--t-h2); line-height: 1.14; letter-spacing: -0.016em; }
  ${media.compact} {
    display: flex;
    & > :first-child { aspect-ratio: 16 / 9; height: auto; min-height: 0; }
    & > :last-child { padding: 24px 26px 22px; }
  }
`
const TextColumn = s('div')`
  display: flex;
  flex: 1;
  flex-direction: column;
  align-items: flex-start;
  min-width: 0;
  padding: 24px 26px 22px;
`
/** Clamped to six lines. Its links are above the link that covers the card. */
const Summary = s(SanitizedHtml)`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 6;
  margin: 10px 0 14px;
  color: var(--text-2);
  overflow-wrap: anywhere;
  & a { position: relative; z-index: 1; }
`
/** Covers the card. Not transformed when pressed: the cover would shrink and the click would miss. */
const ReadMore = s(ButtonLink)`
  margin-top: auto;
  &:active { transform: none; }
  &::after { content: ''; position: absolute; inset: 0; }
`
const Row = s(Chips)`
  position: relative;
  z-index: 1;
  margin-bottom: 16px;
`
