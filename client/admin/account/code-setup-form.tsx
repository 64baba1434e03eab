import { useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { useCopy } from '#client/admin/shared/use-copy.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { turnCodesOn } from '#client/api/codes.ts'
import { ApiError } from '#client/api/http.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { type CodeSetup, CodesOnSchema } from '#contract/codes.ts'
import { LOGIN_CODE_MAX_CHARACTERS } from '#contract/limits.ts'
import { Stack, Title } from './account.styles.ts'
import { AccountForm } from './account-form.tsx'
import { Buttons, Key, Picture, Steps, Text } from './codes.styles.ts'
import { useAccountForm } from './use-account-form.ts'

type Props = {
  setup: CodeSetup
  onOn: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
  /** The setup cannot be completed any more, for this reason. */
  onEnded: (message: string) => void
}

/** Shows a new secret and asks for a code made from it: an app that does not have the secret would lock the administrator out. */
export function CodeSetupForm({ setup, onOn, onCancel, onEnded }: Props) {
  const title = useFirstFocus<HTMLHeadingElement>()
  const code = useCodeForm(setup, onOn, onEnded)
  return (
    <Stack>
      <Title ref={title} tabIndex={-1}>
        Add this site to your authenticator app
      </Title>
      <Text>Scan the QR code with the app, or type the key into it. Then enter the code that the app shows.</Text>
      <Steps>
        <QrCode {...setup.qr} />
        <SecretKey secret={setup.secret} />
      </Steps>
      <AccountForm form={code} label="Code of the app">
        <Field label="Code" hint="The six digits that the app shows now." error={code.error('code')}>
          <TextInput
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={LOGIN_CODE_MAX_CHARACTERS}
            required
          />
        </Field>
        <Buttons>
          <Button type="submit" busy={code.busy ? 'Checking' : undefined}>
            Turn on
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </Buttons>
      </AccountForm>
    </Stack>
  )
}

function useCodeForm({ setup }: CodeSetup, onOn: Props['onOn'], onEnded: Props['onEnded']) {
  const withConfirmation = useConfirmation()
  return useAccountForm(
    CodesOnSchema,
    async (typed) => {
      try {
        onOn((await withConfirmation(() => turnCodesOn(typed))).recoveryCodes)
      } catch (error) {
        const isEnded = error instanceof ApiError && (error.status === 409 || 'setup' in error.errors)
        if (!isEnded) throw error
        onEnded(error.message)
      }
    },
    ({ code }) => ({ setup, code }),
  )
}

/** A whole number, so that all modules have the same size. */
const UNIT_PIXELS = 4

/** Black on white in both themes, as cameras expect. */
const QrCode = ({ size, path }: CodeSetup['qr']) => (
  <Picture
    viewBox={`0 0 ${size} ${size}`}
    width={size * UNIT_PIXELS}
    role="img"
    aria-label="QR code of the key"
    shapeRendering="crispEdges"
  >
    <path fill="white" d={`M0 0h${size}v${size}H0z`} />
    <path fill="black" d={path} />
  </Picture>
)

function SecretKey({ secret }: { secret: string }) {
  const { shown, copy } = useCopy()
  return (
    <Key role="group" aria-label="Key">
      <p>Can’t scan it? Enter this key:</p>
      <code ref={shown}>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      <Button variant="outline" small onClick={() => copy(secret, 'Key copied')}>
        Copy
      </Button>
    </Key>
  )
}
