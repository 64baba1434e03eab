/** What the boxes of the comparison chart share (§2). `data-emphasized` marks the cells of one column. */

export const line = 'border-bottom: 1px solid var(--line);'
export const gap = 'padding-inline: clamp(10px, 4vw - 28px, 22px);'
/** The edges of the emphasized column. */
export const sides = 'inset 2px 0 0 var(--primary), inset -2px 0 0 var(--primary)'
export const column = `background: var(--surface); box-shadow: ${sides};`
