import type { ReactNode } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { LoggedIn } from '#client/admin/shell/session.tsx'
import { Shell } from '#client/admin/shell/shell.tsx'
import { adminRoutes } from '#client/app/routing/admin-routes.ts'
import { addRoutes, findPage } from '#client/app/routing/find-page.ts'
import { aSite } from '#tests/helpers/cards.ts'

// The shell gets the heading and the tab of a page from its route.
addRoutes(adminRoutes)

type Props = {
  /** Pages of the dashboard by path. */
  pages: Record<string, ReactNode>
  /** Routes of other pages. */
  children?: ReactNode
}

/** Pages of the dashboard in their shell, as the frame of administrators renders them. */
export function FramedRoutes({ pages, children }: Props) {
  const { name, slug } = aSite()
  const info = findPage(useLocation(), slug)?.route.admin
  const routes = (
    <Routes>
      {Object.entries(pages).map(([path, page]) => (
        <Route key={path} path={path} element={<LoggedIn>{page}</LoggedIn>} />
      ))}
      {children}
    </Routes>
  )
  if (!info) return routes
  return (
    <Shell name={name} page={info}>
      {routes}
    </Shell>
  )
}
