import { createStyled } from './styles.ts'

const s = createStyled('without-widow')
const LastWords = s('b')`
  display: inline-block;
  font-weight: inherit;
`

/** A headline whose last two words are in one line if they fit into one. */
export function WithoutWidow({ children: text }: { children: string }) {
  const at = text.lastIndexOf(' ', text.lastIndexOf(' ') - 1)
  if (at < 0) return text
  return (
    <>
      <span>{text.slice(0, at + 1)}</span>
      <LastWords>{text.slice(at + 1)}</LastWords>
    </>
  )
}
