import { followCritical, remindCritical } from './critical/remind-critical.ts'
import { measurePromise, tellLate } from './forecast/promise-rows.ts'
import { releaseReport } from './pdf/release-rendered.ts'

export const reportReactions = [releaseReport, measurePromise, followCritical]

export const reportTimerReactions = [tellLate, remindCritical]
