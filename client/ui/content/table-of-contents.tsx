import { Link } from 'react-router-dom'
import { createStyled } from '#client/ui/create-styled.ts'
import type { Heading } from '#contract/posts.ts'

const s = createStyled('contents')
const Box = s('nav')`
  margin-top: 34px;
  padding: 24px 26px 14px;
  border-radius: var(--r-xl);
  background: var(--surface);
  & h2 { font-size: 1.25rem; }
  & a { display: block; padding: 10px 0; color: var(--primary-ink); font-weight: 560; line-height: 1.5; }
`

/** What a long text holds, with the way to each part; nothing for a short one. */
export const TableOfContents = ({ contents }: { contents: readonly Heading[] }) =>
  contents.length > 0 && (
    <Box aria-labelledby="contents">
      <h2 id="contents">In this post</h2>
      <ol>
        {contents.map(({ id, text }) => (
          <li key={id}>
            <Link to={`#${id}`}>{text}</Link>
          </li>
        ))}
      </ol>
    </Box>
  )
