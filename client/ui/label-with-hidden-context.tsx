import { VisuallyHidden } from './visually-hidden.tsx'

/** A link's label as the specification fixes it, and what tells it from others of the same label: said and found, not shown. */
export const LabelWithHiddenContext = ({ shown, rest }: { shown: string; rest: string }) => (
  <>
    <span>{shown}</span>
    {rest && <VisuallyHidden> {rest}</VisuallyHidden>}
  </>
)
