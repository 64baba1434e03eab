import { createStyled } from '#client/ui/create-styled.ts'
import { Mini, Sheet, SheetRow } from './mini.tsx'
import { balanceCents, dollars } from './sample-totals.ts'
import { type SampleProps, samples } from './samples.ts'
import { Week } from './week.tsx'

const s = createStyled('mini-crm')
const Behind = s(Sheet)`
  inset: 24px 56px auto;
  height: 60px;
  opacity: 0.6;
`
const Card = s(Sheet)`
  inset: 44px 36px auto;
`
const Client = s('div')`
  display: flex;
  align-items: center;
  gap: 12px;
`
const Initials = s('span')`
  display: grid;
  flex: none;
  place-items: center;
  width: 42px;
  height: 42px;
  border-radius: 11px;
  background: var(--sat);
  color: var(--on-day);
  font: 620 17px / 1 var(--f-display);
`
const Days = s(Week)`
  gap: 5px;
  margin: 14px 0 12px;
  font-size: 12px;
  line-height: 26px;
  & > span {
    flex: 1;
    border-radius: 6px;
  }
`

const initials = (name: string) =>
  name
    .split(' ')
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join('')

/** A client's card, for the overview of the CRM. */
export function MiniCrm({ trade = 'bakery', label }: SampleProps) {
  const { clients, invoices } = samples[trade]
  const [client] = clients
  if (!client) return null
  const altText = `A client’s card: ${client.name} with its owner, its delivery days and its open balance`
  return (
    <Mini label={label ?? altText} $light="sat">
      <Behind />
      <Card>
        <Client>
          <Initials>{initials(client.name)}</Initials>
          <div>
            <b>{client.name}</b>
            <small>Owner: {client.owner}</small>
          </div>
        </Client>
        <Days lit={client.days} />
        <SheetRow>
          <small>Open balance</small>
          <b>${dollars(balanceCents(client.name, invoices))}</b>
        </SheetRow>
      </Card>
    </Mini>
  )
}
