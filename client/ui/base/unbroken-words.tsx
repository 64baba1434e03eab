import { createStyled } from './styles.ts'

const s = createStyled('unbroken-words')
const Word = s('b')`
  display: inline-block;
  font-weight: inherit;
`

/** Fits into a line of a headline on the narrowest phone. */
const CHARACTERS_MAX = 15

/**
 * Words with hyphens that a headline does not break at them: "auto-bill-pay". As blocks, because browsers balance no headline
 * with other rules for spaces in it.
 */
export const UnbrokenWords = ({ children: text }: { children: string }) =>
  // Splitting with a group returns these words at odd positions.
  text.split(/(\S+-\S+)/).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never added, removed or reordered
    return index % 2 && part.length <= CHARACTERS_MAX ? <Word key={index}>{part}</Word> : part
  })
