import type { CustodyAlarm } from '@jaanch/contracts/vocabulary'

export const lateReports = {
  title: 'Reported late',
  alarms: {
    'after-end': (at: string) =>
      `Something was done with samples of this booking, last at ${at}, that was reported after it had ended.`,
    'after-removal': (at: string) =>
      `Tubes were drawn, last at ${at}, by a collector who was taken off this visit before that was reported.`,
    mismatch: (at: string) =>
      `At ${at}, there was a doubt about the person, and tubes of this booking are drawn: they may be those of somebody else.`,
  } satisfies Record<CustodyAlarm, (at: string) => string>,
  payment: (amount: string, method: string, at: string) =>
    `${amount} (${method}) was reported as taken at ${at}. It is no payment until the owner accepts it.`,
  accept: 'Accept payment',
  accepted: 'Payment recorded',
  failed: 'Failed to record payment',
}
