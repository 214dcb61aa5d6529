import type { LoggedEvent } from './outcome.ts'

/** @returns one sentence for each order of which more is paid back than was paid, or a test twice, or that was paid, cancelled and not paid back */
export function findRefundProblems(events: readonly LoggedEvent[]): string[] {
  const streams = Map.groupBy(events, ({ streamId }) => streamId)
  return [...streams].flatMap(([stream, history]) => {
    const refunds = history.filter(({ type }) => type === 'RefundDue')
    const sum = (some: readonly LoggedEvent[]) =>
      some.reduce((total, { data }) => total + Number(data.amount), 0)
    const paid = sum(history.filter(({ type }) => type === 'PaymentRecorded'))
    const paidAt = history.findIndex(({ type }) => type === 'PaymentRecorded')
    const isCancelled = history.some(({ type }) => type === 'BookingCancelled' || type === 'OrderDeclined')
    // a refund that was due before the payment was never paid
    const due = paidAt < 0 ? 0 : sum(history.slice(paidAt).filter(({ type }) => type === 'RefundDue'))
    const isSettled = history.some(({ type }) => type === 'RefundSettled')
    const tests = refunds.flatMap(({ data }) => data.packageIds as string[])
    return [
      ...(isCancelled && paidAt >= 0 && due !== paid
        ? [`${stream}: cancelled after ${paid} paise were paid, of which ${due} go back`]
        : []),
      ...(isSettled && due > paid ? [`${stream}: ${due} paise are paid back, and ${paid} were paid`] : []),
      ...(new Set(tests).size < tests.length ? [`${stream}: a test is paid back twice`] : []),
    ]
  })
}
