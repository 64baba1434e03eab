import { expect, test } from 'bun:test'
import { boxTables } from '#client/ui/box-tables.ts'

test('each table of a post gets a box of its own to scroll in', () => {
  expect(boxTables('<p>a</p><table class="x"><tr></tr></table><table></table>')).toBe(
    '<p>a</p><div class=scroll tabindex=0><table class="x"><tr></tr></table></div><div class=scroll tabindex=0><table></table></div>',
  )
})

test('what only looks like a table in an attribute cannot break out of it', () => {
  const boxed = boxTables('<img alt="<table onerror=alert(1)>">')
  expect(boxed.match(/"/g)).toHaveLength(2)
})
