import { createStyled } from '#client/ui/base/styles.ts'

/** Paths on a 24 px grid, in the style of the site's icons. They are here because only editors load them. */
const paths = {
  bold: 'M7 5h5.5a3.5 3.5 0 0 1 0 7H7zm0 7h6.5a3.5 3.5 0 0 1 0 7H7z',
  italic: 'M10 5h8M6 19h8M14.5 5l-5 14',
  code: 'm8.5 7.5-5 4.5 5 4.5m7-9 5 4.5-5 4.5',
  strike:
    'M4 12h16M16.5 8c-.3-2-2-3-4.5-3-2.6 0-4.5 1.2-4.5 3.3 0 1.3.8 2.2 2 2.7m5.5 2c1.3.5 2 1.4 2 2.7 0 2.1-2 3.3-4.8 3.3-2.7 0-4.6-1.2-4.9-3.3',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.3-3.3a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0L5 13.3a4 4 0 0 0 5.7 5.7l1.3-1.3',
  'bullet-list': 'M9 6h11M9 12h11M9 18h11M4.5 6h.1M4.5 12h.1M4.5 18h.1',
  'ordered-list': 'M10 6h10M10 12h10M10 18h10M4 4.5 5.5 4v4.5M3.8 15.8c.2-1.5 2.7-1.3 2.5.2-.1.9-2.5 2.2-2.5 3h2.7',
  'task-list': 'M11 7h9M11 17h9M3.5 7l1.8 1.8L8.5 5.5M3.5 17l1.8 1.8 3.2-3.3',
  quote: 'M5 17c2.5-1 4-3 4-6V7H4v5h3c0 1.5-.8 2.5-2.5 3.3zM15 17c2.5-1 4-3 4-6V7h-5v5h3c0 1.5-.8 2.5-2.5 3.3z',
  callout: 'M4 5h16v11h-9l-4 3.5V16H4zM12 8v3.5m0 2v.1',
  'code-block': 'M4 5h16v14H4zM9.5 9.5 7 12l2.5 2.5m5-5L17 12l-2.5 2.5',
  image: 'M3.5 4.5h17v15h-17zM3.5 17l5.5-5 3.5 3.5 3.5-3.5 4.5 4.5M9 9.5h.1',
  table: 'M3.5 5h17v14h-17zM3.5 10h17M3.5 14.5h17M9.5 5v14M15 5v14',
  rule: 'M4 12h16M7 6h10M7 18h10',
  footnote: 'M4 18 8.5 6 13 18M5.5 14h6M17 6.5 19 5.5V12',
  undo: 'M8.5 5 4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-3',
  redo: 'M15.5 5 20 9.5 15.5 14M20 9.5H10a5.5 5.5 0 0 0 0 11h3',
  search: 'M16 16l4.5 4.5M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0z',
} as const
export type ToolIconName = keyof typeof paths

export function ToolIcon({ name }: { name: ToolIconName }) {
  return (
    <Glyph viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d={paths[name]} />
    </Glyph>
  )
}

const s = createStyled('tool-icons')
const Glyph = s('svg')`
  flex: none;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
`
