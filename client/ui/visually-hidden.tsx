import { createStyled } from './styles.ts'

/** A link's label as the specification fixes it, and what tells it from others of the same label: said and found, not shown. */
export const LabelWithHiddenContext = ({ shown, rest }: { shown: string; rest: string }) => (
  <>
    <span>{shown}</span>
    {rest && <VisuallyHidden> {rest}</VisuallyHidden>}
  </>
)

const s = createStyled('visually-hidden')
/** Said, not shown. */
export const VisuallyHidden = s('span')`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`
