import { describePlans } from './describe-plans.ts'

describePlans(Number(process.env.PLANS_BOOKINGS ?? 1_000_000), 3_600_000)
