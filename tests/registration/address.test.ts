import { expect, test } from 'bun:test'
import { addRoutes, findPage } from '#client/app/routing/find-page.ts'
import { siteRoutes } from '#client/app/routing/routes.ts'

addRoutes(siteRoutes)

const opened = (search: string) => findPage({ pathname: '/pricing/try-for-free', search }, 'acme')?.key

test('a Try For Free button preselects its plan, and an invalid plan is ignored', () => {
  expect(opened('?plan=3')).toBe('/pricing/try-for-free?plan=3')
  for (const plan of ['abc', '0', '-1', '', '2.5', '../x'])
    expect(opened(`?plan=${plan}`)).toBe('/pricing/try-for-free')
})
