import { When } from '#client/admin/shared/when.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import type { Passkey } from '#contract/passkeys.ts'
import { Facts, Row, Rows } from './account.styles.ts'

type Props = {
  passkeys: readonly Passkey[]
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}

export const PasskeyRows = ({ passkeys, onRename, onRemove }: Props) => (
  <Rows aria-labelledby="passkeys">
    {passkeys.map((passkey) => (
      <Row key={passkey.id}>
        <Facts>
          <strong>{passkey.name}</strong>
          <p>
            Added: <When at={passkey.added} />
          </p>
          <p>Last used: {passkey.lastUsed ? <When at={passkey.lastUsed} /> : <span>never</span>}</p>
        </Facts>
        <div>
          <Button variant="ghost" small onClick={() => onRename(passkey)}>
            <LabelWithHiddenContext visible="Rename" hidden={passkey.name} />
          </Button>
          <Button variant="danger" small onClick={() => onRemove(passkey)}>
            <LabelWithHiddenContext visible="Remove" hidden={passkey.name} />
          </Button>
        </div>
      </Row>
    ))}
  </Rows>
)
