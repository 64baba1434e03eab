import { createStyled } from './styles.ts'

/** A link's visible label with hidden context that distinguishes it from links with the same label. */
export const LabelWithHiddenContext = ({ visible, hidden }: { visible: string; hidden: string }) => (
  <>
    <span>{visible}</span>
    {hidden && <VisuallyHidden>{` ${hidden}`}</VisuallyHidden>}
  </>
)

const s = createStyled('visually-hidden')
/** For screen readers only. */
export const VisuallyHidden = s('span')`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`
