import { Refusal } from '#server/http/refusal.ts'

/** A text that cannot be made into a page: too long, too deep, or it takes too much time. */
export class TooHard extends Refusal {
  readonly status = 422
}
