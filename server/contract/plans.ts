import * as v from 'valibot'

const price = v.pipe(v.number('must be a number'), v.minValue(0), v.maxValue(100_000))

/** content/plans.yml in plan order: Essentials, Professional, Business, Enterprise. Prices in USD per user per month. */
export const PlansSchema = v.object({
  plans: v.pipe(v.array(v.object({ monthly_price: price, annual_price: price })), v.length(4, 'must list four plans')),
})
export type Plan = v.InferOutput<typeof PlansSchema>['plans'][number]
