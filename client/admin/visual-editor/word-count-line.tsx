import type { Node } from 'prosemirror-model'
import { useEffect, useState } from 'react'
import { countsInWords, countWords } from '#client/admin/shared/word-count.ts'
import { Counts } from './editor.styles.ts'

/** Counting a long text takes a millisecond: not while keys are pressed. */
const PAUSE_MS = 300

export function WordCount({ doc }: { doc: Node }) {
  const [words, setWords] = useState(() => countWords(doc))
  useEffect(() => {
    const timer = setTimeout(() => setWords(countWords(doc)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [doc])
  return <Counts>{countsInWords(words)}</Counts>
}
