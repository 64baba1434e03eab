import { useEffect, useMemo, useRef } from 'react'
import type { ScrollPositions } from '#client/app/routing/scroll-positions.ts'
import { useNavigationEffects } from '#client/app/routing/use-navigation-effects.ts'
import { APP_FAILED } from '#client/lib/hydration.ts'
import { reveal } from '#client/lib/reveal.ts'
import { Button, type ButtonStyleProps, buttonCss, buttonStyleProps } from '#client/ui/base/button.tsx'
import { Container } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'

const TITLE = 'Something went wrong'

/** The error page inside the frame. Head, scroll position and focus are updated as after any navigation. */
export function ErrorScreen({ site, scroll }: { site: SiteInfo; scroll: ScrollPositions | undefined }) {
  const page = useMemo(() => {
    const head = () => ({ title: TITLE, description: site.description, noindex: true })
    return { data: undefined, head, render: () => <ErrorPage /> }
  }, [site])
  useNavigationEffects(scroll, page, site)
  return <ErrorPage />
}

/** The error page without the frame, when the frame itself fails. */
export function LastResort() {
  // The server's markup is gone, so queued clicks and forms are dropped.
  useEffect(() => void dispatchEvent(new Event(APP_FAILED)), [])
  return (
    <main>
      <ErrorPage />
    </main>
  )
}

/** Works without the router: the link is a plain one. */
function ErrorPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = TITLE
    reveal(heading.current)
  }, [])
  return (
    <Room role="alert">
      <h1 ref={heading} tabIndex={-1}>
        {TITLE}
      </h1>
      <p>This page could not be shown. Reload it to try again, or go back to the home page.</p>
      <ButtonRow>
        <Button onClick={() => location.reload()}>Reload page</Button>
        <HomeLink href={pagePaths.home} {...buttonStyleProps({ variant: 'outline' })}>
          Back to Home
        </HomeLink>
      </ButtonRow>
    </Room>
  )
}

const s = createStyled('error-page')
const Room = s(Container)`
  padding-block: calc(var(--toolbar) + clamp(40px, 6vw, 88px)) var(--s-section);
  & h1 { outline: none; }
  & p { margin-top: 18px; color: var(--text-2); font-size: var(--t-lead); }
`
const ButtonRow = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 32px;
`
const HomeLink = s('a')<ButtonStyleProps>`${buttonCss}`
