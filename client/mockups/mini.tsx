import { createStyled } from '#client/ui/create-styled.ts'
import { IllustrationFrame } from './illustration-frame.tsx'

const s = createStyled('mini')
/** The top of an overview card (DESIGN §5), 236 px high, in the light of one day. */
export const Mini = s(IllustrationFrame)<{ $light: string }>`
  overflow: hidden;
  height: 236px;
  background: linear-gradient(160deg, color-mix(in srgb, var(--${({ $light }) => $light}) 25%, var(--surface)), var(--surface-2));
  font-size: 14px;
`
export const Sheet = s('div')`
  position: absolute;
  padding: 18px 20px;
  border-radius: 14px;
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line), var(--shadow-2);
  & b { font-weight: 650; }
  & small {
    display: block;
    color: var(--text-2);
    font-size: 13px;
  }
`
export const SheetRow = s('div')`
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: 12px;
`
