/**
 * When people are reminded of an open call: every 15 minutes for two days. Step 0, at once: the lab and the customer.
 * From step 1 on the lab and the admins; from step 2 on the admins with the medical role too, who are all on call; at step 2 the customer
 * again. After the last step the call stays on the list, and nobody is told any more.
 */
import type { CriticalCall } from './calls.ts'

/** Between two reminders, ms */
export const remindEveryMs = 15 * 60_000
/** 48 hours */
export const lastStep = (48 * 60 * 60_000) / remindEveryMs
/** From here on the medical role is called, and the customer is told once more */
export const medicalStep = 2

/** @property step that is due now; undefined: none yet @property at when to look again; undefined: no reminder follows */
type Due = { step?: number; at?: Date }

/**
 * What is due of one call. After an outage the steps in between are left out, but for the one that calls the medical role: it is never
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
