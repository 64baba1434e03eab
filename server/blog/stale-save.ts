import type { PostSource, StalePost } from '#contract/posts.ts'

/** Ends a save whose editor began from an older file (decision 31). `answer` is the body of the 409. */
export class StaleSave extends Error {
  override name = 'StaleSave'
  readonly answer: StalePost
  constructor(current: PostSource) {
    super('This post has been changed since you opened it.')
    this.answer = { message: this.message, current }
  }
}
