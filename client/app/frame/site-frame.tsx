import { Footer } from './footer.tsx'
import { Column, type FrameProps, Main, SkipLink } from './layout.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { PrintedUrl } from './printed-url.tsx'
import { Toolbar } from './toolbar.tsx'

/** The frame around every page of visitors: skip link, toolbar with menu, `main`, footer. */
export const SiteFrame = ({ site, children }: FrameProps) => (
  <Column>
    <SkipLink />
    <PrintedUrl name={site.name} />
    <Toolbar site={site} />
    <MobileMenu site={site} />
    <Main>{children}</Main>
    <Footer site={site} />
  </Column>
)
