import type { LoggedEvent } from './outcome.ts'

/** @returns one sentence for each order of which more is paid back than was paid, or a test twice */
export function findRefundProblems(events: readonly LoggedEvent[]): string[] {
  const streams = Map.groupBy(events, ({ streamId }) => streamId)
  return [...streams].flatMap(([stream, history]) => {
    const refunds = history.filter(({ type }) => type === 'RefundDue')
    if (refunds.length === 0) return []
    const sum = (some: readonly LoggedEvent[]) =>
      some.reduce((total, { data }) => total + Number(data.amount), 0)
    const paid = sum(history.filter(({ type }) => type === 'PaymentRecorded'))
    const isSettled = history.some(({ type }) => type === 'RefundSettled')
    const tests = refunds.flatMap(({ data }) => data.packageIds as string[])
    return [
      ...(isSettled && sum(refunds) > paid
        ? [`${stream}: ${sum(refunds)} paise are paid back, and ${paid} were paid`]
        : []),
      ...(new Set(tests).size < tests.length ? [`${stream}: a test is paid back twice`] : []),
    ]
  })
}
