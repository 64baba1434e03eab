import { expect, test } from 'bun:test'
import { __PRIVATE__ } from 'styled-components'
import { SERVER_NUMBERS } from '#client/ui/scoped.ts'

test('what the browser adds to the styles stands after what the page came with', () => {
  expect(__PRIVATE__.StyleSheet.registerId('a component of the browser')).toBeGreaterThanOrEqual(SERVER_NUMBERS)
})
