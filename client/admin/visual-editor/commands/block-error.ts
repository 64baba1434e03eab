import { ApiError } from '#client/api/http.ts'
import type { Block } from '#contract/writing.ts'
import { schema } from './schema.ts'

/** A block cannot be written as text. `index` counts the blocks that have a text form. */
export class BlockError extends Error {
  readonly index: number
  constructor(index: number, block: number | Block | undefined) {
    const words = typeof block === 'object' ? firstWords(block) : ''
    const name = words === '' ? `Block ${index + 1} of the text` : `The block that begins with “${words}”`
    super(`${name} cannot be saved as it is shown here.`)
    this.index = index
  }
}

/** The error with the block that it is about, for people who do not see the request. */
export function asBlockError(error: unknown, blocks: readonly (number | Block)[]): unknown {
  const [field = ''] = error instanceof ApiError ? Object.keys(error.errors) : []
  const [, index] = /^blocks\.(\d+)$/.exec(field) ?? []
  return index === undefined ? error : new BlockError(Number(index), blocks[Number(index)])
}

const WORDS_MAX = 6

function firstWords(block: Block): string {
  const words = schema.nodeFromJSON(block).textContent.trim().split(/\s+/)
  return words.slice(0, WORDS_MAX).join(' ') + (words.length > WORDS_MAX ? '…' : '')
}
