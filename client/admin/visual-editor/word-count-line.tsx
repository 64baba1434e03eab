import type { Node } from 'prosemirror-model'
import { useEffect, useState } from 'react'
import { countDocumentWords, countsInWords } from '#client/admin/shared/word-count.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { Counts } from './editor.styles.ts'

/** Counting a long text takes a millisecond: not while keys are pressed. */
const PAUSE_MS = 300

export function WordCount({ doc, format }: { doc: Node; format: PostFormat }) {
  const [words, setWords] = useState(() => countDocumentWords(doc, format))
  useEffect(() => {
    const timer = setTimeout(() => setWords(countDocumentWords(doc, format)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [doc, format])
  return <Counts>{countsInWords(words)}</Counts>
}
