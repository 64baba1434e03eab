import { ButtonLink } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { UnbrokenWords } from '#client/ui/base/unbroken-words.tsx'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard as Post } from '#contract/posts.ts'
import { AuthorName } from './author-name.tsx'
import { Card } from './card.tsx'
import { Day, PostChips } from './post-facts.tsx'
import { CardImage } from './post-image.tsx'
import { SanitizedHtml } from './sanitized-html.tsx'

export type CardSize = 'third' | 'half' | 'row'

/** Of the image: phones have one column. */
const imageSizes = (size: CardSize) =>
  `(max-width: 599px) 92vw, (max-width: 960px) ${size === 'third' ? 30 : 92}vw, ${size === 'third' ? 384 : 680}px`

/** A post in a list. In search results, title and summary are what was found. */
export function PostCard({ post, size = 'third' }: { post: Post; size?: CardSize | undefined }) {
  const { title, found } = post
  const Shape = size === 'row' ? RowBox : Card
  return (
    <Shape $hover data-size={size} lang={post.lang}>
      <CardImage post={post} sizes={imageSizes(size)} priority={size === 'row'} />
      <TextColumn>
        <PostChips post={post} />
        {found ? (
          <SanitizedHtml as="h3" dir="auto" html={found.title} />
        ) : (
          <h3 dir="auto">
            <UnbrokenWords>{title}</UnbrokenWords>
          </h3>
        )}
        <Byline>
          <Day date={post.date} /> <AuthorName post={post} />
        </Byline>
        <Summary dir="auto" html={found ? found.text : post.summary} />
        <ReadMore to={pagePaths.post(post.id)} variant="outline" small>
          <LabelWithHiddenContext visible="Read More" hidden={`about “${title}”`} />
        </ReadMore>
      </TextColumn>
    </Shape>
  )
}

const s = createStyled('post-card')
/** In wide windows, image and text side by side, with a frame around the image, because the text may be higher. */
const RowBox = s(Card)`
  @media (min-width: 961px) {
    display: grid;
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    align-items: center;
    padding: 20px;
    & > :first-child { border-radius: var(--r-lg); }
    & h3 { font-size: clamp(1.5rem, 1.2rem + 1.4vw, 2.25rem); }
  }
`
const TextColumn = s('div')`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
  padding: 24px 26px 22px;
  /* Three to a row, each hardly wider than a long word. */
  @media (min-width: 600px) and (max-width: 800px) {
    [data-size='third'] > & { padding: 18px 16px; }
    [data-size='third'] > & > h3 { font-size: 1.0625rem; }
  }
`
const Byline = s('p')`
  margin-top: 10px;
  color: var(--text-2);
  font-size: var(--t-small);
`
/** Clamped. Headings and lists of a summary are text of the same size. Its links are above the link that covers the card. */
const Summary = s(SanitizedHtml)`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 5;
  margin: 10px 0 18px;
  color: var(--text-2);
  & a { position: relative; z-index: 1; }
  & > * + * { margin-top: 0.4em; }
  & :is(h1, h2, h3, h4) { font: inherit; font-weight: 640; letter-spacing: 0; }
  & li::before { content: '• ' / ''; }
`
/** Covers the card. Not transformed when pressed: the cover would shrink and the click would miss. */
const ReadMore = s(ButtonLink)`
  align-self: flex-start;
  margin-top: auto;
  &:active { transform: none; }
  &::after { content: ''; position: absolute; inset: 0; }
`
