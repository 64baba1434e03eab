import { useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { useCopy } from '#client/admin/shared/use-copy.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Stack, Title } from './account.styles.ts'
import { Buttons, Codes, Text } from './codes.styles.ts'

type Props = { codes: readonly string[]; email: string; onDone: () => void }

/** Shows recovery codes once: the server stores only hashes. */
export function RecoveryCodes({ codes, email, onDone }: Props) {
  const title = useFirstFocus<HTMLHeadingElement>()
  const { shown, copy } = useCopy<HTMLUListElement>()
  const list = codes.map((code) => `${code}\n`).join('')
  function download() {
    const head = `Recovery codes of ${email} for ${location.host}\nEach is valid once, instead of a code of the authenticator app.\n\n`
    saveFile(new Blob([head, list], { type: 'text/plain' }), 'recovery-codes.txt')
  }
  return (
    <Stack>
      <Title id="recovery-codes" ref={title} tabIndex={-1}>
        Your recovery codes
      </Title>
      <Text>
        They are shown only now. Each replaces a code of the app once, if you lose your phone. Keep them apart from the
        phone.
      </Text>
      <Codes ref={shown} aria-labelledby="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Codes>
      <Buttons>
        <Button variant="outline" small onClick={() => copy(list, 'Recovery codes copied')}>
          Copy
        </Button>
        <Button variant="outline" small onClick={download}>
          Download
        </Button>
        <Button small onClick={onDone}>
          Done
        </Button>
      </Buttons>
    </Stack>
  )
}
