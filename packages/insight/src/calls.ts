import { analyticsCalls } from './dashboard/api.ts'
import { factCalls } from './facts/api.ts'
import { qualityCalls } from './quality/api.ts'
import { reviewCalls } from './reviews/api.ts'

export const insightCalls = { ...qualityCalls, ...reviewCalls, ...analyticsCalls, ...factCalls }
