/** The brand's mark, from the sprite, `size` px square. Decorative: the name stands beside it. */
export const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} aria-hidden="true">
    <use href="#mark" />
  </svg>
)
