import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { createStyled, narrow } from '#client/ui/styles.ts'
import { AppScreen, Padded, PartHead } from './app-screen.tsx'
import { Listing, Status, Week } from './building-blocks.tsx'
import { balanceCents, type ClientStatus, dollars, type SampleProps, samples } from './samples.ts'

const colours: Record<ClientStatus, Day> = { Active: 'tue', 'Quote sent': 'sat', 'On hold': 'thu', 'New lead': 'sun' }

const s = createStyled('clients-screen')
const Clients = s(Listing)`
  ${narrow} {
    & :is(th, td):is(:nth-child(2), :nth-child(3)) { display: none; }
  }
`
const Days = s(Week)`
  gap: 0.42em;
  font-size: 0.72em;
`

export function ClientsScreen({ trade = 'bakery', label }: SampleProps) {
  const { clients, invoices } = samples[trade]
  return (
    <AppScreen label={label ?? 'Client list with owner, status, delivery days and balance'} tab="Clients">
      <Padded>
        <PartHead title="Clients" note="Sorted by next delivery" action="Add client" />
        <Clients>
          <thead>
            <tr>
              <th>Client</th>
              <th>Owner</th>
              <th>Status</th>
              <th>Delivery days</th>
              <th data-number>Balance</th>
            </tr>
          </thead>
          <tbody>
            {clients.map(({ name, owner, status, days }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{owner}</td>
                <td>
                  <Status day={colours[status]}>{status}</Status>
                </td>
                <td>
                  <Days lit={days} />
                </td>
                <td data-number>{dollars(balanceCents(name, invoices))}</td>
              </tr>
            ))}
          </tbody>
        </Clients>
      </Padded>
    </AppScreen>
  )
}
