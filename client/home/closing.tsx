import { Container } from '#client/ui/container.tsx'
import { PalletScene } from '#client/ui/pallet-scene.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { media } from '#client/ui/theme.ts'
import { ContactButton } from './contact-button.tsx'

const s = scoped('closing')
const Band = s('section')`
  background: var(--bg-band);
`
const Columns = s(Container)`
  display: grid;
  grid-template-columns: 1.1fr 0.9fr;
  gap: 48px;
  align-items: end;
  padding-top: var(--s-section);
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
const Words = s('div')`
  padding-bottom: var(--s-8);
  & p { margin: 18px 0 30px; color: var(--text-2); font-size: var(--t-lead); line-height: 1.55; }
  ${media.compact} { padding-bottom: 0; }
`

/** The last word of the page: the next step, and goods ready to go. */
export const Closing = ({ name }: { name: string }) => (
  <Band>
    <Columns>
      <Words>
        <h2>Try it with your own orders</h2>
        <p>Send us your product list and a week of orders. We set up the data and the first month is free.</p>
        <ContactButton name={name} />
      </Words>
      <PalletScene goods={['loaf', 'jar']} />
    </Columns>
  </Band>
)
