import { describePlans } from './describe-plans.ts'

// as many as can be had in half a minute; `npm run test:plans` has a million
describePlans(10_000, 300_000)
