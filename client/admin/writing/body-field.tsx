import PlainEditor from './plain-editor.tsx'
import type { Writing } from './use-writing.ts'

/** The text of the post, in one of the editors. */
export function BodyField({ writing, error }: { writing: Writing; error: string | undefined }) {
  const { form, body, opening } = writing
  return (
    <div>
      <PlainEditor
        key={opening}
        ref={body}
        format={form.base.format}
        content={form.fields.content}
        onChange={(content) => form.set({ content })}
        onFailure={() => {}}
        problems={[]}
        uploadImage={async () => Promise.reject(new Error('not yet'))}
        chooseImage={async () => undefined}
        findLinks={async () => []}
      />
      {error && <p>{error}</p>}
    </div>
  )
}
