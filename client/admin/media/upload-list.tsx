import { UploadProgress } from '#client/admin/images/upload-progress.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { Upload } from './use-uploads.ts'

/** What is being sent, and what was not stored. */
export function UploadList({ uploads, onDismiss }: { uploads: readonly Upload[]; onDismiss: (id: number) => void }) {
  return (
    <List>
      {uploads.map(({ id, name, share, problem }) =>
        problem ? (
          <Alert key={id} onDismiss={() => onDismiss(id)}>{`${name}: ${problem}`}</Alert>
        ) : (
          <UploadProgress key={id} name={name} share={share} />
        ),
      )}
    </List>
  )
}

const s = createStyled('upload-list')
const List = s('div')`
  display: grid;
  gap: 10px;
  margin-block: 14px;
  overflow-wrap: anywhere;
  &:empty { display: none; }
  & progress { width: min(100%, 320px); accent-color: var(--primary); }
`
