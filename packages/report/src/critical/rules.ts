/**
 * When a call about critical values may be ended as not reached, and when people are reminded of an open one: every 15 minutes for two
 * days. Step 0, at once: the lab and the customer. From step 1 on the lab and the admins; from step 2 on the admins with the medical role
 * too, who are all on call; at step 2 the customer again. After the last step the call stays on the list, and nobody is told any more.
 */
import type { CriticalEnding } from '@jaanch/contracts/vocabulary'

/** A call about critical values: from the report that has them until it is confirmed or ended as not reached. */
export type CriticalCall = {
  callId: string
  reportId: string
  foundAt: Date
  /** The last reminder; 0: the first message, which tells of the values at once */
  step: number
  /** The outcome that closed it; null: it is open */
  ending: CriticalEnding | null
  /** The times of the attempts that reached nobody */
  unreachedAt: Date[]
}

/** How many attempts must have reached nobody before a call about critical values can be ended as not reached. */
export const attemptsBeforeEnding = 3
/** Between the first and the last of these attempts, ms: 24 hours, so that they are not all on one evening. */
export const attemptsOverMs = 24 * 60 * 60_000

/**
 * Whether a call about critical values was tried often and long enough to be ended as not reached.
 * @param unreachedAt the times of the attempts that reached nobody since somebody was reached last, in any order
 */
export function mayEndAsNotReached(unreachedAt: readonly Date[]): boolean {
  const times = unreachedAt.map((at) => at.getTime())
  return times.length >= attemptsBeforeEnding && Math.max(...times) - Math.min(...times) >= attemptsOverMs
}

/** Between two reminders, ms */
export const remindEveryMs = 15 * 60_000
/** 48 hours */
export const lastStep = (48 * 60 * 60_000) / remindEveryMs
/** From here on the medical role is called, and the customer is told once more */
export const medicalStep = 2

/** @property step that is due now; undefined: none yet @property at when to look again; undefined: no reminder follows */
type Due = { step?: number; at?: Date }

/**
 * The reminder of one call that is due now. After an outage the steps in between are left out, except the one that calls the medical role: it is never
 * skipped.
 */
export function dueReminder({ foundAt, step, ending }: CriticalCall, now: Date): Due {
  if (ending || step >= lastStep) return {}
  const passed = Math.floor((now.getTime() - foundAt.getTime()) / remindEveryMs)
  const next = new Date(foundAt.getTime() + (Math.max(passed, 0) + 1) * remindEveryMs)
  if (passed <= step) return { at: next }
  const due = Math.min(step < medicalStep ? Math.min(passed, medicalStep) : passed, lastStep)
  if (due === lastStep) return { step: due }
  // the last step may be due already, after the one that calls the medical role
  return { step: due, at: passed < lastStep ? next : now }
}
