import { keyframes } from 'styled-components'
import { createStyled } from './styles.ts'

const s = createStyled('spinner')
const turn = keyframes`to { transform: rotate(360deg); }`

/** The spinning ring, in the text color. The text beside it says what is in progress. */
export const Ring = s('span')`
  flex: none;
  width: 22px;
  height: 22px;
  border: 3px solid color-mix(in srgb, currentColor 28%, transparent);
  border-top-color: currentColor;
  border-radius: 50%;
  animation: ${turn} 0.9s linear infinite;
`
const Line = s('p')`
  display: flex;
  align-items: center;
  gap: 12px;
  color: var(--text);
`
const Tint = s('span')`
  display: flex;
  color: var(--primary-ink);
`

export function Spinner({ label }: { label: string }) {
  return (
    <Line role="status">
      <Tint>
        <Ring />
      </Tint>
      <span>{label}</span>
    </Line>
  )
}
