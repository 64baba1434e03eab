import { expect, test } from 'bun:test'
import { wrapTablesForScrolling } from '#client/ui/content/sanitized-html.tsx'

test('wraps each table of a post in a scrolling box', () => {
  expect(wrapTablesForScrolling('<p>a</p><table class="x"><tr></tr></table><table></table>')).toBe(
    '<p>a</p><div class=scroll tabindex=0 role=region aria-label=Table&nbsp;1><table class="x"><tr></tr></table></div>' +
      '<div class=scroll tabindex=0 role=region aria-label=Table&nbsp;2><table></table></div>',
  )
})

test('ignores table markup inside an attribute', () => {
  const boxed = wrapTablesForScrolling('<img alt="<table onerror=alert(1)>">')
  expect(boxed.match(/"/g)).toHaveLength(2)
})
