import * as v from 'valibot'

const hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})+$/))

/** A challenge just as it was given out, with its signature, and what the browser found. What else is sent is not looked at. */
const SolutionSchema = v.object({
  challenge: v.object({
    parameters: v.object({
      algorithm: v.string(),
      cost: v.number(),
      data: v.object({ until: v.number() }),
      keyLength: v.number(),
      keyPrefix: hex,
      keySignature: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: v.object({ counter: v.number(), derivedKey: hex }),
})
export type SolvedChallenge = v.InferOutput<typeof SolutionSchema>

/** Reads a `reCaptchaToken`: JSON in base64, as the library's own forms send it. `undefined`: it is none. */
export function readSolution(token: string): SolvedChallenge | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), SolutionSchema), Buffer.from(token, 'base64').toString())
  return read.success ? read.output : undefined
}
