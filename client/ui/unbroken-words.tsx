import { createStyled } from './styles.ts'

const s = createStyled('unbroken-words')
const Word = s('b')`
  display: inline-block;
  font-weight: inherit;
`

/** Words with hyphens that a headline does not break at them, if they fit into a line: "auto-bill-pay". */
export const UnbrokenWords = ({ children: text }: { children: string }) =>
  // Splitting with a group returns these words at odd positions.
  text.split(/(\S+-\S+)/).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    return index % 2 ? <Word key={index}>{part}</Word> : part
  })
