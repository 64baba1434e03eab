import { Logo } from '#client/ui/brand/logo.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'
import { Brand, Columns, Document, Entry, Opener, Social, Title } from './footer.styles.ts'
import { opensPrivacyPolicy } from './privacy-dialog.tsx'

const moreInfo = [
  { label: 'Contact Us', to: pagePaths.contact },
  { label: 'Blog', to: pagePaths.blog },
  { label: 'Bakery ERP', to: pagePaths.bakery },
  { label: 'Milk Distribution', to: pagePaths.milk },
  { label: 'Sauce ERP', to: pagePaths.sauce },
  { label: 'Importers', to: pagePaths.importers },
] as const

const networks = [
  { key: 'facebook', icon: 'facebook', label: 'Facebook' },
  { key: 'x', icon: 'x-social', label: 'X (Twitter)' },
  { key: 'google', icon: 'google', label: 'Google search' },
  { key: 'instagram', icon: 'instagram', label: 'Instagram' },
] as const

/** Links, social networks and legal texts in the footer. */
export function FootColumns({ site }: { site: SiteFacts }) {
  return (
    <Columns>
      <Brand>
        <Logo name={site.name} />
        <p>{site.footer}</p>
        <SocialLinks social={site.social} />
      </Brand>
      <MoreInfo />
      <Legal terms={storageUrl(site.documents.terms)} />
    </Columns>
  )
}

function SocialLinks({ social }: { social: SiteFacts['social'] }) {
  return (
    <Social>
      {networks.map(({ key, icon, label }) => (
        <li key={key}>
          <a href={social[key]} target="_blank" rel="noopener" aria-label={label}>
            <Icon name={icon} size={22} />
          </a>
        </li>
      ))}
    </Social>
  )
}

function MoreInfo() {
  return (
    <nav aria-labelledby="more-info">
      <Title id="more-info">More Info</Title>
      <ul>
        {moreInfo.map(({ label, to }) => (
          <li key={to}>
            <Entry to={to}>{label}</Entry>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Legal({ terms }: { terms: string }) {
  return (
    <div>
      <Title>Legal</Title>
      <ul>
        <li>
          <Document href={terms} download>
            Terms Of Use
            <Icon name="download" size={16} />
          </Document>
        </li>
        <li>
          <Opener type="button" aria-haspopup="dialog" {...opensPrivacyPolicy()}>
            Privacy Policy
          </Opener>
        </li>
      </ul>
    </div>
  )
}
