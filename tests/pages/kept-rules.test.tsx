import { describe, expect, test } from 'bun:test'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { keyframes, ServerStyleSheet, styled } from 'styled-components'
import { KeptRules } from '#server/pages/kept-rules.tsx'

const turn = keyframes`to { rotate: 1turn; }`
const Plain = styled.p`
  color: red;
  &:hover { color: blue; }
  @media (max-width: 600px) { margin: 0; }
`
const Wide = styled(Plain)<{ $wide: number }>`
  width: ${({ $wide }) => $wide}px;
  animation: ${turn} 1s;
`

function drawn(children: ReactNode) {
  const sheet = new ServerStyleSheet()
  const html = renderToString(sheet.collectStyles(children))
  return html + sheet.getStyleTags()
}

describe('rules that are written once for all pages', () => {
  const pages: [string, ReactNode][] = [
    ['one', <Plain key="a">A</Plain>],
    ['both', [<Plain key="a">A</Plain>, <Wide key="b" $wide={7} />]],
    ['other widths', [<Wide key="a" $wide={8} />, <Wide key="b" $wide={7} />]],
  ]
  for (const [what, page] of [...pages, ...pages])
    test(`stand in each page as in one of its own: ${what}`, () => {
      const own = drawn(page)
      expect(own).toContain('color:')
      expect(drawn(<KeptRules>{page}</KeptRules>)).toBe(own)
    })
})
